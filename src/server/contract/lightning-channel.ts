import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import type { Clock } from '../../core/clock.ts'
import type { Source } from '../sources/source.ts'
import type { Channel, Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { createLineNotices, SILENT } from './line-notices.ts'
import { strikesJson } from './records-json.ts'

const SUBSCRIBED = textFrame('{"type":"subscribed"}')
const UNSUBSCRIBED = textFrame('{"type":"unsubscribed"}')

/** DL §4.3: every batch of the source, empty ones too, to every subscribed socket. */
export function createLightningChannel(deps: { source: Source; clock: Clock; extensions: boolean }): Channel {
  const { source, clock, extensions } = deps
  const subscribed = new Set<Viewer>()

  const broadcast = (frame: Frame) => {
    for (const viewer of subscribed) viewer.send(frame)
  }
  const notices = extensions ? createLineNotices({ clock, link: source.links().lightning, broadcast }) : SILENT

  const unsubscribe = source.onStrikes((event) => {
    if (event.kind === 'batch') {
      if (subscribed.size > 0) broadcast(textFrame(`{"type":"new_strikes","data":${strikesJson(event.records)}}`))
    } else if (event.kind === 'link') notices.onLink(event.status)
    else notices.onGap(event.gap)
  })

  return {
    path: LIGHTNING_PATHS.socket,
    product: 'lightning',
    receive(viewer, message) {
      if (message.action === 'subscribe') {
        subscribed.add(viewer)
        viewer.send(SUBSCRIBED)
        notices.greet(viewer)
      } else if (message.action === 'unsubscribe') {
        subscribed.delete(viewer)
        viewer.send(UNSUBSCRIBED)
      }
      return true
    },
    leave: (viewer) => void subscribed.delete(viewer),
    close() {
      unsubscribe()
      notices.close()
      subscribed.clear()
    },
  }
}
