import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** From the environment, else the system's, else Playwright's. */
const { CHROMIUM_PATH: named } = process.env
const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const executablePath = named || (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined)

/** Software WebGL, for equal results on every machine, and a browser without its own network traffic. */
export const launchOptions: LaunchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Text and boxes are rendered by the CPU, which costs less than software GPU rendering.
    '--disable-gpu-rasterization',
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--hide-scrollbars',
  ],
}

/** For short journeys: optimizing compilers cost more than they save there, and so does drawing a page of texts by the GPU. */
export const SHORT_LAUNCH_OPTIONS: LaunchOptions = {
  ...launchOptions,
  args: [...(launchOptions.args ?? []), '--js-flags=--no-turbofan --no-maglev', '--disable-gpu-compositing'],
}

/** Normal layout at half the resolution: halves the time of software rendering. */
export const HALF_THE_PIXELS = { deviceScaleFactor: 0.5 }
/** For journeys that only look at texts and boxes. */
export const NO_PIXELS = { ...HALF_THE_PIXELS, fillsTheMap: false }
/** For tests of appearance or pixel counts. */
export const ALL_PIXELS = { deviceScaleFactor: 1, fillsTheMap: true }
