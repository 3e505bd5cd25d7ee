import { getI18n } from 'react-i18next'
import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import { addWords } from '../../i18n/add-words.ts'
import { formatFor } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { alertText } from './alert-words.ts'
import { chime } from './chime.ts'
import { strings } from './strings.ts'

addWords('alerts', strings)

/** What was told before the map was there to show it; not more than is news. */
const UNSHOWN_MAX = 20
/** Where something is told of, by its id, and when it was raised, Unix ms. */
type Telling = Pick<RaisedAlert, 'icao' | 'atMs'>
const tellings = new Emitter<readonly Telling[]>()
let unshown: readonly Telling[] = []

/** Hears of what is told, and of what was told while nobody listened. */
export function onTelling(listener: (raised: readonly Telling[]) => void): Unsubscribe {
  const stop = tellings.subscribe(listener)
  if (unshown.length > 0) listener(unshown)
  unshown = []
  return stop
}

/**
 * Tells of alerts by what was chosen: one chime for all of a moment, a ring each on the map, and a notification each
 * while nobody looks. A wall, at which nobody can choose, sounds by its address.
 */
export function tell(raised: readonly RaisedAlert[]): void {
  sound()
  show(raised)
  const { units, zone, lang } = usePage.getState()
  const t = getI18n().getFixedT(lang, 'alerts')
  const format = formatFor({ units, zone, lang })
  for (const alert of raised) notify(alert.icao ?? t('all'), alertText(alert, t, format), `${alert.icao}/${alert.kind}`)
}

/** Shows on the map where it is; later, where no map is there yet. */
export function show(raised: readonly Telling[]): void {
  if (raised.length === 0) return
  if (tellings.size > 0) tellings.emit(raised)
  else unshown = [...unshown, ...raised].slice(-UNSHOWN_MAX)
}

/** One chime, where that was chosen; on a wall by its address. */
export function sound(): void {
  if (useAlerts.getState().sound || usePage.getState().sound) chime()
}

/** A notification of the system while nobody looks, where that was chosen; one tag is shown once. */
export function notify(title: string, body: string, tag: string): void {
  if (useAlerts.getState().system && document.visibilityState !== 'visible' && canNotify()) {
    new Notification(title, { body, tag })
  }
}

export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted'
}

/** Asks the browser, which may ask the person; only ever on a click. */
export async function askToNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  return (await Notification.requestPermission()) === 'granted'
}
