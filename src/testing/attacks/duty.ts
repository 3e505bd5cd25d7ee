import { setTimeout } from 'node:timers/promises'
import { API_PATHS } from '../../contract/api-paths.ts'
import { BROWSERS, WITNESS } from './people.ts'
import { subscribe } from './signed-in-attacks.ts'
import { ask, signIn, type Target } from './target.ts'

/** The actions of a user on duty, and their responses. */
export interface Duty {
  answers: Record<string, number>
  /** Time of each request at the server, ms. */
  tookMs: Record<string, number>
}

/** The responses without interference. */
export const DONE = {
  'sign in': 200,
  'try a channel': 202,
  'get a push': 201,
  acknowledge: 200,
  note: 201,
  'let a wall in': 201,
  'turn a wall away': 204,
}

/** Leaves a note, where anonymous users may; returns the status. */
export async function note(target: Target): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ by: 'Witness', text: 'seen' })
  return (await ask(target, API_PATHS.journal, { method: 'POST', headers, body })).status
}

const LOOK_EVERY_MS = 20
const COMES_WITHIN_MS = 30_000

/**
 * A person signs in again, receives an alarm by push, acknowledges it, leaves a note, and adds a wall. `pushes` is the
 * push service.
 */
export async function doDuty(target: Target, pushes: { endpoint: string; taken(): number }): Promise<Duty> {
  const duty: Duty = { answers: {}, tookMs: {} }
  let of = target
  async function timed(what: keyof typeof DONE, run: () => Promise<number>) {
    const beganMs = performance.now()
    duty.answers[what] = await run()
    duty.tookMs[what] = performance.now() - beganMs
  }
  const post = async (path: string, said: object) =>
    ask(of, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(said) })

  await timed('sign in', async () => {
    of = await signIn(target, WITNESS)
    return 200
  })
  await subscribe(of, pushes.endpoint)
  const before = pushes.taken()
  await timed('try a channel', async () => (await post(`${API_PATHS.channels}/${BROWSERS}/test`, {})).status)
  await timed('get a push', async () => ((await within(async () => pushes.taken() > before || null)) ? 201 : 0))
  const id = await within(() => newestAlarm(of))
  await timed('acknowledge', async () => {
    return (await post(`${API_PATHS.alarms}/${encodeURIComponent(id ?? '')}/acknowledge`, { note: 'seen' })).status
  })
  await timed('note', async () => (await post(API_PATHS.journal, { text: 'seen' })).status)
  let wall = ''
  await timed('let a wall in', async () => {
    const { status, text } = await post(API_PATHS.walls, { name: 'Hall' })
    wall = status === 201 ? (JSON.parse(text) as { id: string }).id : ''
    return status
  })
  await timed(
    'turn a wall away',
    async () => (await ask(of, `${API_PATHS.walls}/${wall}`, { method: 'DELETE' })).status,
  )
  return duty
}

/** The id of the unacknowledged alarm. */
async function newestAlarm(of: Target): Promise<string | null> {
  const { status, text } = await ask(of, `${API_PATHS.alarms}?stage=test&acknowledged=false&limit=1`)
  return status === 200 ? ((JSON.parse(text) as { alarms: { id: string }[] }).alarms[0]?.id ?? null) : null
}

/** The value if available in time; else null. */
async function within<T>(look: () => Promise<T | null>): Promise<T | null> {
  const untilMs = performance.now() + COMES_WITHIN_MS
  for (;;) {
    const found = await look()
    if (found !== null || performance.now() > untilMs) return found
    await setTimeout(LOOK_EVERY_MS)
  }
}
