export { launch } from '../../build/setup/chromium.ts'
