import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, canApt } from './apt.mjs'
import { envWith, output, Refusal, run, say } from './system.mjs'

const { env, platform } = process
const SYSTEM_PATHS = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`),
  darwin: ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  win32: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
}
const PLAYWRIGHT = join('node_modules', 'playwright', 'cli.js')

/** A working Chromium; installs one if there is none. */
export async function prepareChromium(node) {
  if (env.CHROMIUM_PATH) {
    if (runs(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Refusal(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not run.`)
  }
  const found = () => [playwrightPath(node), ...(SYSTEM_PATHS[platform] ?? [])].find(runs)
  const there = found()
  if (there) return there

  say('Installing a Chromium for the tests in the browser.')
  const settings = { env: envWith(node, { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '30000' }) }
  await run(node, [PLAYWRIGHT, 'install', 'chromium'], settings)
  if (!found() && canApt()) {
    // It may be there and lack the system's libraries, or not be there at all.
    if (existsSync(playwrightPath(node))) await run(node, [PLAYWRIGHT, 'install-deps', 'chromium'], settings)
    // The page speaks Chinese too; without its letters the tests still run.
    if (!found()) await aptInstall(['chromium', 'fonts-noto-cjk'])
  }
  const installed = found()
  if (installed) return installed
  throw new Refusal(
    'No Chromium could be installed. Install Chromium or Chrome and say where it is: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

function runs(path) {
  // Chrome on Windows opens a window for --version.
  return existsSync(path) && (platform === 'win32' || output(path, ['--version', '--no-sandbox']) !== null)
}

function playwrightPath(node) {
  const program = "import('playwright-core').then(({ chromium }) => process.stdout.write(chromium.executablePath()))"
  return output(node, ['--input-type=module', '-e', program]) ?? ''
}
