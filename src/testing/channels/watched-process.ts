import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { systemClock } from '../../core/time/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { createSqliteHistory } from '../../server/history/sqlite/sqlite-history.ts'
import { recordSource } from '../../server/sources/recorder.ts'
import { createPost } from '../../server/watch/channels/post.ts'
import { openWatch } from '../../server/watch/watch.ts'
import { FakeSource, strikeRecord } from '../fakes/fake-source.ts'
import { CERTIFICATE } from './certificate.ts'
import { channelsOf } from './channel-kit.ts'
import { STORM_PLACES, struckBy } from './watched-storm.ts'

/**
 * `node watched-process.ts FOLDER URL PORT BEGAN [END]`: evaluates a storm from BEGAN to END, Unix ms, and sends alarms
 * to the URL and to the broker at the port, until killed. Like a relay, it requests strikes from before its start.
 */

const [dir = '', url = '', port = '', began = '', end = 'Infinity'] = process.argv.slice(2)
const clock = systemClock
const log = pino({ level: 'silent' })
const source = new FakeSource()
const history = createSqliteHistory({ dir, name: 'storm.sqlite', hours: 24, clock, log })
const places = { list: () => STORM_PLACES, onChange: () => () => {}, isAwaited: () => false }
const gate = { id: 'gate', kind: 'webhook', url, secret: 'a secret of a webhook', allowPrivate: true }
const broker = { host: 'localhost', port: Number(port), ca: CERTIFICATE, allowPrivate: true }
const light = { id: 'light', kind: 'mqtt', ...broker }
await openWatch({
  source,
  history,
  places,
  nowcast: null,
  publicOrigin: null,
  clock,
  log,
  random: Math.random,
  channels: channelsOf([gate, light]),
  post: createPost(),
  keepMs: 400 * DAY_MS,
})
recordSource({ source, history, clock, log })
writeSync(1, 'open\n')
/** Earlier strikes are no longer available from the upstream. */
const KEPT_MS = 5 * MINUTE_MS
let told = struckBy(clock.now() - KEPT_MS, Number(began)).length
let observedMs = Number(began)
clock.every(20, () => {
  const nowMs = clock.now()
  const strikes = struckBy(Math.min(nowMs, Number(end)), Number(began))
  for (const strike of strikes.slice(told)) source.batch(strikeRecord(strike))
  told = strikes.length
  source.emitStrikes({ kind: 'observed', fromMs: observedMs, toMs: nowMs })
  observedMs = nowMs
})
