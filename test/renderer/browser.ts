export { launchShell as launch } from '../../build/setup/chromium.ts'
