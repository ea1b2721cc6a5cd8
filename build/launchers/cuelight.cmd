@echo off
rem Written by Cuelight, which replaces this file only while this line stands in it.
rem `cuelight ...` for a packaged Cuelight on Windows. It lies in the app at resources\bin\. The program has windows, so
rem it has no console of its own: it joins the one it is called from, and a batch file waits for it and its exit code.
"%~dp0..\..\Cuelight.exe" --cli -- %*
exit /b %errorlevel%
