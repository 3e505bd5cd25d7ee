import { defineConfig } from '@playwright/test'
import { HALF_THE_PIXELS, launchOptions, NO_PIXELS, SHORT_LAUNCH_OPTIONS } from './browser.ts'
import type { Pages } from './fixtures.ts'

/** Far longer than a busy machine needs for anything that is waited for. */
const PATIENCE_MS = 150_000

/** The longest journeys, on separate servers: started first, so that no worker waits for them at the end. */
const LONGEST = /\/(key|levels|outage|sign-in)\.spec\.ts$/

/** Journeys in a storm, or in a past that is known: those servers are not needed before, and others not after. */
const IN_A_STORM = /\/tasks-.*\.spec\.ts$/

/** Journeys that only `npm run test:long` runs; it sets `LONG`. */
const LONG = /\.long\.spec\.ts$/

export default defineConfig<Pages>({
  testDir: '.',
  // Files named *.test.ts are Vitest's, also here: the journeys in Debian's browsers.
  testMatch: process.env.LONG ? LONG : '*.spec.ts',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  outputDir: '../test-results',
  // Each worker draws its maps in software: more workers than cores only slow each other.
  workers: 2,
  // Otherwise a file with many journeys would occupy one worker while the other is idle.
  fullyParallel: true,
  ...(process.env.LONG
    ? {}
    : {
        projects: [
          { name: 'longest', testMatch: LONGEST },
          // A project has its own workers and servers: independent projects run in parallel.
          { name: 'in a storm', testMatch: IN_A_STORM, testIgnore: LONG },
          { name: 'others', testIgnore: [LONG, LONGEST, IN_A_STORM] },
        ],
      }),
  retries: 0,
  // Ends hanging journeys only: a busy machine takes many times as long, which is not a failure.
  timeout: 1_800_000,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    // The service worker's download of the whole page would slow the journeys; only its own journey allows it.
    serviceWorkers: 'block',
    launchOptions: process.env.LONG ? launchOptions : SHORT_LAUNCH_OPTIONS,
    viewport: { width: 1024, height: 640 },
    ...(process.env.LONG ? HALF_THE_PIXELS : NO_PIXELS),
    locale: 'en-GB',
    // A screen recording would cost more than drawing the page, and a snapshot at each step a tenth of the time: if
    // actions, requests and messages do not explain a failure, `npm run test:e2e -- FILE --trace on` records
    // everything.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // With reduced motion the map moves at once, and journeys need not wait for flights.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
