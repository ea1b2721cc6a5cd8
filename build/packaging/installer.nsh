; What electron-builder's installer does not do on Windows: it registers no links (`protocols` is for the other systems).
; Behind `--` nothing of a link can be a switch, whatever it holds.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\cuelight" "" "URL:Cuelight"
  WriteRegStr SHCTX "Software\Classes\cuelight" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\cuelight\DefaultIcon" "" "$INSTDIR\Cuelight.exe,0"
  WriteRegStr SHCTX "Software\Classes\cuelight\shell\open\command" "" '"$INSTDIR\Cuelight.exe" -- "%1"'
!macroend

; An update uninstalls first: then all stays, for the new one needs it. The login item is named after the application id
; (electron 45: shell/browser/browser_win.cc), the class answers clicks on notifications
; (electron/shell/system/windowsIdentity.ts), and the command is a file of ours (electron/shell/installCommand.ts).
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHCTX "Software\Classes\cuelight"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.cuelight.desktop"
    DeleteRegKey HKCU "Software\Classes\CLSID\{449E87EE-78F9-4E8F-86A0-06FB0E36B525}"
    Delete "$LOCALAPPDATA\Microsoft\WindowsApps\cuelight.cmd"
  ${endif}
!macroend
