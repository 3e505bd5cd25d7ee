/** The message of the server, documented in `docs/alarms.md`. */
interface PushMessage {
  title: string
  body: string
  /** Of a ladder of a place, or of one alarm. */
  tag: string
  renotify?: boolean
  link: string | null
  lang: string
}

/** The part of a service worker's world that notifications need. */
export interface PushScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  clients: { openWindow(url: string): Promise<unknown> }
}

const ICON = '/icon-192.png'
/** A browser revokes the subscription of a worker that shows no notification. */
const UNREADABLE = {
  title: 'Brontide',
  body: 'An alarm has come that can not be read: open the map. 收到一条无法读取的告警：请打开地图。',
}

/** Shows a push message: one notification per ladder, replaced by the next message. */
export function showPush(text: string | null, { registration }: Pick<PushScope, 'registration'>): Promise<void> {
  const message = readMessage(text)
  if (!message) return registration.showNotification(UNREADABLE.title, { body: UNREADABLE.body, icon: ICON })
  const { title, body, tag, renotify = false, lang, link } = message
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    renotify,
    icon: ICON,
    lang,
    data: { link },
  }
  return registration.showNotification(title, options)
}

/** Opens the page at that moment in a new window; open pages stay unchanged. */
export async function openPushed(
  notification: Pick<Notification, 'close' | 'data'>,
  { clients }: Pick<PushScope, 'clients'>,
): Promise<void> {
  notification.close()
  const link: unknown = (notification.data as { link?: unknown } | null)?.link
  await clients.openWindow(typeof link === 'string' && /^https?:/.test(link) ? link : '/')
}

function readMessage(text: string | null): PushMessage | null {
  try {
    const message = JSON.parse(text ?? '') as PushMessage
    return typeof message.title === 'string' ? message : null
  } catch {
    return null
  }
}
