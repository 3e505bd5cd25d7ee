import { expect, it } from 'vitest'
import { expectAgreementIn } from '../../testing/nowcast/agreement.ts'
import { recordedWorld } from '../../testing/nowcast/served-minutes.ts'
import { NORWAY, VERMONT } from '../../testing/replay-kit.ts'

const START = Date.UTC(2026, 6, 1, 8)

it.each([
  { recording: NORWAY, minutes: 45 },
  { recording: VERMONT, minutes: 80 },
])(
  'has no arrival, in any language, that its chance contradicts, in strikes recorded by $recording.source',
  async ({ recording, minutes }) => {
    const told = expectAgreementIn(await recordedWorld(recording, START), START, minutes)
    expect(told).toBeGreaterThan(50)
  },
)
