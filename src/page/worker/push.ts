/** What the server sends; `docs/watch.md` says what it is. */
interface PushMessage {
  title: string
  body: string
  /** Of one alarm. */
  tag: string
  link: string | null
  lang: 'en' | 'zh'
}

/** The part of a service worker's world that notifications need. */
export interface PushScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  clients: { openWindow(url: string): Promise<unknown> }
}

const ICON = '/icon-192.png'
/** A browser takes the subscription away from a page that shows nothing. */
const UNREADABLE = {
  title: 'Brontide',
  body: 'An alarm has come that can not be read: open the map. 收到一条无法读取的告警：请打开地图。',
}

/** Shows what was pushed, each alarm once: a repeat stands in the stead of what was there. */
export function showPush(text: string | null, { registration }: Pick<PushScope, 'registration'>): Promise<void> {
  const message = readMessage(text)
  if (!message) return registration.showNotification(UNREADABLE.title, { body: UNREADABLE.body, icon: ICON })
  const { title, body, tag, lang, link } = message
  return registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    data: { link },
  })
}

/** Opens the page at that moment, in a window of its own: what is open stays as it is. */
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
