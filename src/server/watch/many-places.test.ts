import { it } from 'vitest'
import { expectAStormSentOnce, expectGivenUpAfterADay } from '../../testing/channels/many-places.ts'

it('a receiver that was away while five hundred alarms waited for a day has them dropped, and is sent the next one', () =>
  expectGivenUpAfterADay(500))

it('a storm over five hundred places at once is in the log once, and at every receiver', () =>
  expectAStormSentOnce(500))
