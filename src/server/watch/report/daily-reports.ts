import type { Logger } from 'pino'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { datePlus, localTime, startOfDayMs } from '../../../core/time/local-day.ts'
import { fillIn } from '../../../core/util/fill-in.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import { alarmTexts } from '../../../core/watch/alarm-sentence.ts'
import { localName } from '../../../locales/local-name.ts'
import type { History } from '../../history/history.ts'
import type { Tiles } from '../../web/basemap-route.ts'
import type { Mail } from '../channels/channel.ts'
import type { Channel } from '../channels/channels-file.ts'
import type { Dispatcher } from '../channels/dispatcher.ts'
import { makeReportPage } from './make-report.ts'
import { reportCsv } from './report-pages.ts'
import { reportTexts } from './report-texts.ts'

const LOOK_EVERY_MS = MINUTE_MS
/** Retry interval of a failed mail, until the next report is due. */
const RETRY_AFTER_MS = 10 * MINUTE_MS
/** Places per channel: each gets a separate mail. */
const DAILY_PLACES_MAX = 50
const DAILY = 'daily/'

/**
 * Sends a report of each completed day, at a local time, through channels and for places that request it. Sent reports
 * are recorded, so that each is sent once; after a crash between sending and recording it is sent again, with the same
 * Message-ID. Returns a function that stops.
 */
export function openDailyReports(deps: {
  history: Pick<History, 'strikes' | 'missing' | 'watch'>
  places: { list(): readonly Place[] }
  dispatcher: Pick<Dispatcher, 'mailers'>
  tiles: Pick<Tiles, 'tile'> | null
  isSimulated(): boolean
  clock: Clock
  log: Logger
}): () => void {
  const { history, places, dispatcher, clock, log } = deps
  const notBeforeMs = new Map<string, number>()
  let isAtWork = false
  let isClosed = false

  async function look(): Promise<void> {
    const sent = await history.watch.states(DAILY)
    for (const { channel, mail } of dispatcher.mailers()) {
      for (const { place, at } of reportedBy(channel, places.list())) {
        const key = `${channel.id}/${place.id}`
        const due = dueDate(at, place, clock.now())
        const last = sent.get(key)
        // A new channel starts with the current day.
        if (last === undefined) await written(key, due)
        else if (last < due && (notBeforeMs.get(key) ?? 0) <= clock.now()) await send(key, due, channel, place, mail)
        if (isClosed) return
      }
    }
  }

  const written = (key: string, date: string) => history.watch.write({ states: [[DAILY + key, date]] })

  async function send(
    key: string,
    due: string,
    channel: Channel,
    place: Place,
    mail: (mail: Mail) => Promise<unknown>,
  ) {
    try {
      await mail(await dailyMail(deps, { channel, place, date: datePlus(due, -1) }))
      notBeforeMs.delete(key)
      await written(key, due)
      log.info({ channel: channel.id, place: place.id }, 'daily report sent')
    } catch (error) {
      notBeforeMs.set(key, clock.now() + RETRY_AFTER_MS)
      const why = messageOf(error)
      log.error({ channel: channel.id, place: place.id, why }, 'daily report failed, retrying')
    }
  }

  const stop = clock.every(LOOK_EVERY_MS, () => {
    if (isAtWork) return
    isAtWork = true
    void look()
      .catch((error: unknown) => log.error({ error: String(error) }, 'daily report check failed'))
      .finally(() => {
        isAtWork = false
      })
  })
  return () => {
    isClosed = true
    stop()
  }
}

/** Places whose reports a channel sends, and their times. */
function reportedBy(channel: Channel, list: readonly Place[]): { place: Place; at: string }[] {
  const all = list.flatMap((place) => {
    const at = timeOf(channel, place)
    return at === null ? [] : [{ place, at }]
  })
  return all.slice(0, DAILY_PLACES_MAX)
}

/**
 * Null for never. A place that requests its report sends it to the channels of its alarms; a channel that requests
 * reports gets those of the places that it names, directly or by group. A channel for unacknowledged alarms sends
 * reports only if it requests them.
 */
function timeOf({ places, dailyAt, afterMs }: Channel, { id, group, dailyReport }: Place): string | null {
  const isNamed = places.includes(id) || (group !== null && places.includes(`group:${group}`))
  if (dailyReport !== undefined && afterMs === 0 && (isNamed || places.includes('*'))) return dailyReport
  return isNamed ? dailyAt : null
}

/** The latest day whose report is due, in local time of the place. */
function dueDate(at: string, { timeZone }: Place, nowMs: number): string {
  const { date, time } = localTime(nowMs, timeZone ?? 'UTC')
  return time >= at ? date : datePlus(date, -1)
}

async function dailyMail(
  deps: Pick<Parameters<typeof openDailyReports>[0], 'history' | 'tiles' | 'isSimulated' | 'clock'>,
  { channel, place, date }: { channel: Channel; place: Place; date: string },
): Promise<Mail> {
  const { lang } = channel
  const words = reportTexts(lang)
  const zone = place.timeZone ?? 'UTC'
  const period = { fromMs: startOfDayMs(date, zone), toMs: startOfDayMs(datePlus(date, 1), zone) }
  const simulated = deps.isSimulated()
  const { report, page, text } = await makeReportPage(deps.history, { ...deps, place, period, simulated, lang })
  const name = localName(place, lang)
  const title = fillIn(words.daily, { place: name, date })
  const notWhole = fillIn(words.notWhole, { percent: Math.floor(report.watched * 100) })
  const told = report.watched < 1 ? fillIn(words.with, { title, told: notWhole }) : title
  const subject = simulated ? fillIn(alarmTexts(lang).simulatedTitle, { title: told }) : told
  const file = `report-${place.id}-${date}`
  return {
    id: `daily.${channel.id}.${place.id}.${date}`,
    subject,
    html: text,
    attachments: [
      { filename: `${file}.csv`, content: reportCsv(report), contentType: 'text/csv; charset=utf-8' },
      { filename: `${file}.html`, content: page, contentType: 'text/html; charset=utf-8' },
    ],
  }
}
