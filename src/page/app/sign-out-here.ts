import { type Clock, delay } from '../../core/time/clock.ts'
import { endPushHere } from '../live/alarms/push-device.ts'
import { forgetPerson } from '../state/forget-person.ts'

/** Timeout of the push service: the server has already ended the subscription. */
const PUSH_ENDS_WITHIN_MS = 3_000

/** After sign-out: deletes the person's data from this browser. */
export async function forgetHere(clock: Clock): Promise<void> {
  await Promise.race([endPushHere().catch(() => {}), delay(clock, PUSH_ENDS_WITHIN_MS)])
  try {
    forgetPerson([localStorage, sessionStorage])
  } catch {
    // A browser that blocks both storages has stored nothing.
  }
}
