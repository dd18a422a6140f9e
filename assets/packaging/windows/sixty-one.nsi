; The Windows installer: for one user, without an administrator. Made by scripts/release:
;   makensis -DVERSION=0.1.0 -DFILES=FOLDER -DBY_NAME=FILE.nsh -DOUT=FILE.exe sixty-one.nsi
Unicode true
; The program is for 64 bits alone, so the installer may be.
Target amd64-unicode
Name "Sixty-One"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Sixty-One"
RequestExecutionLevel user
SetCompressor /SOLID lzma
!include "MUI2.nsh"
!define MUI_ICON "sixty-one.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\sixty-one-window.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Sixty-One"

Section
  SetOutPath "$INSTDIR"
  File /r "${FILES}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Sixty-One.lnk" "$INSTDIR\sixty-one-window.exe" "" "$INSTDIR\sixty-one.exe" 0
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Sixty-One"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\sixty-one.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd

; What was installed goes, by name: the folder may be one that had other things in it. The sessions of a player stay where they are.
Section Uninstall
  Delete "$SMPROGRAMS\Sixty-One.lnk"
  !include "${BY_NAME}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
