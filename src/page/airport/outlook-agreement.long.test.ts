import { expect, it } from 'vitest'
import { expectAgreementIn } from '../../testing/nowcast/agreement.ts'
import { recordedWorld, scriptedWorld } from '../../testing/nowcast/served-minutes.ts'
import { NORWAY, VERMONT } from '../../testing/replay-kit.ts'

const START = Date.UTC(2026, 6, 1, 8)

it.each([
  { name: 'crossing', minutes: 60, begin: async () => scriptedWorld('crossing', START) },
  { name: 'outbreak', minutes: 30, begin: async () => scriptedWorld('outbreak', START) },
  { name: `strikes recorded by ${NORWAY.source}`, minutes: 300, begin: () => recordedWorld(NORWAY, START) },
  { name: `strikes recorded by ${VERMONT.source}`, minutes: 270, begin: () => recordedWorld(VERMONT, START) },
])(
  'has no arrival, in any language, that its chance contradicts, at any minute of $name',
  async ({ minutes, begin }) => {
    const told = expectAgreementIn(await begin(), START, minutes)
    expect(told).toBeGreaterThan(50)
  },
)
