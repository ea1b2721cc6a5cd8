@rem The command line of a Cuelight, beside it in its folder resources\bin. In a script the prompt waits for it.
@"%~dp0..\..\cuelight-desktop.exe" --cli %*
