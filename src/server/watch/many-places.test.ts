import { it } from 'vitest'
import { expectAStormSentOnce, expectGivenUpAfterADay } from '../../testing/channels/many-places.ts'

it('a receiver that was away while two thousand alarms waited for a day has them dropped, and is sent the next one', () =>
  expectGivenUpAfterADay(2_000))

it('a storm over two thousand places at once is in the log once, and at every receiver', () =>
  expectAStormSentOnce(2_000))
