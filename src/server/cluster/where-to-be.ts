import type { Logger } from 'pino'
import { Emitter } from '../../core/util/emitter.ts'
import type { Cluster } from './cluster.ts'
import type { CutOff } from './cut-off.ts'
import type { EngineGone } from './engine-gone.ts'
import type { FollowedSource } from './followed-source.ts'
import { HELD_MOST_MS } from './holding.ts'
import type { Leading } from './leading.ts'

/** Viewers here were told what another process writes. */
export function createGivenBack(log: Logger) {
  const emitter = new Emitter<void>()
  return {
    tell() {
      log.warn('another process writes what viewers here were told: they are sent away')
      emitter.emit()
    },
    subscribe: (listener: () => void) => emitter.subscribe(listener),
  }
}

/**
 * Whether viewers are better off here or elsewhere. A process that is cut off can't tell whether the others are, too: as long as one
 * of them may know more, whoever spreads viewers is told so, and who comes all the same is let in after a while. Where NATS itself
 * is gone, the one that led knows more for as long as it goes on, and nobody after that.
 */
export function whereToBe(deps: {
  cutOff: Pick<CutOff, 'onCutOff' | 'sendsAway' | 'lastsMs'>
  engine: Pick<EngineGone, 'isGone'>
  givenBack: Pick<ReturnType<typeof createGivenBack>, 'subscribe'>
  leading: Pick<Leading, 'goesOn' | 'onGivenUp'>
  followed: Pick<FollowedSource, 'isOwed'>
}): Pick<Cluster, 'onCutOff' | 'sendsAway' | 'mayKnowLess'> {
  const { cutOff, engine, givenBack, leading, followed } = deps
  const mayOthersReach = () => cutOff.lastsMs() > 0 && !(engine.isGone() && cutOff.lastsMs() > HELD_MOST_MS)
  return {
    onCutOff(listener) {
      const stops = [
        cutOff.onCutOff(() => leading.goesOn() || listener()),
        // One that is cut off may learn only after that that others do not hear it.
        leading.onGivenUp(() => mayOthersReach() && listener()),
        givenBack.subscribe(listener),
      ]
      return () => stops.forEach((stop) => void stop())
    },
    sendsAway: () => (cutOff.sendsAway() && !leading.goesOn()) || followed.isOwed(),
    mayKnowLess: () => (mayOthersReach() && !leading.goesOn()) || followed.isOwed(),
  }
}
