import type { ClientMessage } from '../../../contract/messages.ts'
import { METAR_PATHS, type ReportRecord } from '../../../contract/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { Source } from '../../sources/source.ts'
import { reportsJson } from '../http/records-json.ts'
import { AirportSelection, isAirportCode } from './airport-selection.ts'
import type { Channel, Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createLineNotices, gapsOf, SILENT, subscribedFrame } from './line-notices.ts'
import { type LogPlaces, NO_PLACES } from './log-places.ts'

// DL §3 does not document replies of these sockets; they follow the lightning socket.
const UNSUBSCRIBED = textFrame('{"type":"unsubscribed"}')
// Reports name airports without positions: accepting a box and sending all reports would mislead.
const NO_BOX = 'bbox is not supported here: use icaos'

/** DL §4.8: newly arrived reports of the subscribed airports. */
export function createReportChannel(deps: {
  source: Source
  clock: Clock
  extensions: boolean
  parsed: boolean
  places?: LogPlaces
}): Channel {
  const { source, clock, extensions, parsed, places = NO_PLACES } = deps
  const selections = new Map<Viewer, AirportSelection>()

  // Some viewers select airports without reports: only frames for all viewers prove that this process is alive.
  const heartbeat = createHeartbeat(deps, 'metar', () => notices.repeat())
  const notices = extensions
    ? createLineNotices({
        clock,
        link: source.links().metar,
        gaps: gapsOf(source, 'metar'),
        broadcast(frame) {
          heartbeat.spoke()
          for (const [viewer, selection] of selections) if (!selection.isEmpty) viewer.send(frame)
        },
      })
    : SILENT

  function send(records: readonly ReportRecord[]) {
    // Viewers with the same due reports share a frame; most select all airports.
    const frames = new Map<string, Frame>()
    for (const [viewer, selection] of selections) {
      const due = selection.isAll ? records : records.filter((record) => selection.has(record.icao))
      if (due.length === 0) continue
      const key = selection.isAll ? '*' : due.map((record) => records.indexOf(record)).join()
      const make = () => textFrame(`{"type":"new_metar_arrived","data":${reportsJson(due, parsed)}}`)
      viewer.send(heldOrMade(frames, key, make))
    }
  }

  const unsubscribe = source.onReports((event) => {
    if (event.kind === 'reports') send(event.records)
    else if (event.kind === 'link') notices.onLink(event.status)
    else if (event.kind === 'gap') notices.onGap(event.gap)
  })

  return {
    path: parsed ? METAR_PATHS.parsedSocket : METAR_PATHS.rawSocket,
    product: 'metar',
    receive(viewer, message) {
      if (message.action === 'pong') return null
      const complaint = extensions && message.bbox ? NO_BOX : complaintOf(message)
      if (complaint) return complaint
      if (message.action === 'subscribe') {
        heldOrMade(selections, viewer, () => new AirportSelection()).add(message.icaos ?? [])
        viewer.send(subscribedFrame({ position: places.position(), ...heartbeat.told }))
        notices.greet(viewer)
      } else {
        selections.get(viewer)?.remove(message.icaos)
        viewer.send(UNSUBSCRIBED)
      }
      return null
    },
    leave: (viewer) => void selections.delete(viewer),
    close() {
      unsubscribe()
      heartbeat.close()
      notices.close()
      selections.clear()
    },
  }
}

/** Validates the airports of a message; a subscription must name some. */
function complaintOf({ action, icaos }: ClientMessage): string | null {
  if (action === 'subscribe' && !icaos) return 'icaos is missing: airport codes such as ["ZSPD"], or ["*"] for all'
  if (icaos?.every(isAirportCode) ?? true) return null
  return 'icaos must be airport codes of four letters or digits, or "*" for all'
}
