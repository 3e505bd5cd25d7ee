import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import { addWords } from '../../i18n/add-words.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { chime } from './chime.ts'

addWords(import.meta.glob('../../../locales/*/alerts.json', { eager: true, import: 'default' }))

/** Alerts from before the map was shown; at most as many as are news. */
const UNSHOWN_MAX = 20
const raisedAlerts = new Emitter<readonly string[]>()
let unshown: readonly string[] = []

/** Subscribes to alerts by the ids of their places, including those from before the first listener. */
export function onAlertsRaised(listener: (places: readonly string[]) => void): Unsubscribe {
  const stop = raisedAlerts.subscribe(listener)
  if (unshown.length > 0) listener(unshown)
  unshown = []
  return stop
}

/** Shows on the map where it is; later, where no map is there yet. */
export function show(raised: readonly string[]): void {
  if (raised.length === 0) return
  if (raisedAlerts.size > 0) raisedAlerts.emit(raised)
  else unshown = [...unshown, ...raised].slice(-UNSHOWN_MAX)
}

/** One chime, where that was chosen; on a wall by its address. */
export function sound(): void {
  if (useAlerts.getState().sound || usePage.getState().sound) chime()
}

/** Of a notification that a later one of its tag replaces, only a loud one calls again. TypeScript's library does not know it. */
interface Told extends NotificationOptions {
  renotify: boolean
}

/** Whether system notifications are sent: only while the page is hidden, if enabled. */
export function isNotifying(): boolean {
  return useAlerts.getState().system && document.visibilityState !== 'visible' && canNotify()
}

/** A system notification; replaces the one with the same tag. */
export function notify(title: string, body: string, { tag, isLoud }: { tag: string; isLoud: boolean }): void {
  const told: Told = { body, tag, renotify: isLoud, silent: !isLoud }
  new Notification(title, told)
}

function canNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted'
}

/** Requests the browser's permission, which may ask the person; only on a click. */
export async function askToNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  return (await Notification.requestPermission()) === 'granted'
}
