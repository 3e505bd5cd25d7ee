import { describe, expect, it } from 'vitest'
import { transition } from '../../../core/util/state-machine.ts'
import { edgesOfDiagram, edgesOfTable } from '../../../testing/state-diagram.ts'
import { LINE_TRANSITIONS, type LineEvent, type LineState } from './line-machine.ts'

const ignored = 'ignored'

/** Effects when the last socket is lost, or replaced immediately. */
const RETRY_SOON = 'retrying: plan-retry, tell-connecting'
const RETRY_DOWN = 'retrying: plan-retry, tell-down'
const RETRY_SLOT = 'retrying: plan-retry, tell-waiting-for-slot'
const REOPEN = 'opening: open-at-once, tell-connecting'
const SUCCESSOR_GOES_ON = 'proving: promote, count-reconnect, tell-connecting, prove-if-rare'
const CLOSE = 'closed: hang-up, tell-closed'

/** A handover without a successor ends with the socket. */
const handoverEnds = (step: string) => step.replace(': ', ': end-handover, ')

const EXPECTED: Record<LineState, Record<LineEvent, string>> = {
  idle: {
    start: 'opening: watch, open, tell-connecting',
    subscribed: ignored,
    proven: ignored,
    notice: ignored,
    silence: ignored,
    'heard-again': ignored,
    wake: ignored,
    ended: ignored,
    lost: ignored,
    refused: ignored,
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': ignored,
    'successor-lost': ignored,
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  opening: {
    start: ignored,
    subscribed: 'proving: tell-subscribed, prove-if-rare',
    proven: ignored,
    notice: ignored, // reported again once the socket is subscribed
    silence: ignored,
    'heard-again': ignored,
    wake: 'opening: abandon, open',
    ended: REOPEN,
    lost: RETRY_DOWN,
    refused: RETRY_SLOT,
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': ignored,
    'successor-lost': ignored,
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  proving: {
    start: ignored,
    subscribed: ignored,
    proven: 'live: tell-up',
    notice: ignored,
    silence: 'opening: abandon, open',
    'heard-again': ignored,
    wake: 'opening: abandon, open',
    ended: REOPEN,
    lost: RETRY_DOWN,
    refused: RETRY_SLOT,
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': ignored,
    'successor-lost': ignored,
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  live: {
    start: ignored,
    subscribed: ignored,
    proven: ignored,
    notice: 'handover-queued: queue',
    silence: 'handover-queued: queue',
    'heard-again': ignored,
    wake: 'handover-queued: queue',
    ended: REOPEN,
    lost: RETRY_SOON,
    refused: RETRY_SLOT,
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': ignored, // the backfill is complete, and there is no successor
    'successor-lost': ignored,
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  'handover-queued': {
    start: ignored,
    subscribed: ignored,
    proven: ignored,
    notice: ignored,
    silence: ignored,
    'heard-again': 'live: end-handover',
    wake: ignored,
    ended: handoverEnds(REOPEN),
    lost: handoverEnds(RETRY_SOON),
    refused: handoverEnds(RETRY_SLOT),
    'retry-due': ignored,
    'successor-turn': 'handover-opening: open-successor',
    'successor-subscribed': ignored,
    'successor-proven': ignored,
    'successor-lost': ignored,
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  'handover-opening': {
    start: ignored,
    subscribed: ignored,
    proven: ignored,
    notice: ignored,
    silence: ignored,
    'heard-again': 'live: drop-successor, end-handover',
    wake: ignored,
    ended: 'opening: promote, tell-connecting',
    lost: 'opening: promote, tell-connecting',
    refused: 'opening: promote, tell-connecting',
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': 'handover-proving: tell-successor-subscribed',
    'successor-proven': ignored, // a relay sends its source state before a subscription
    'successor-lost': 'handover-retrying: plan-successor-retry, tell-up',
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  'handover-proving': {
    start: ignored,
    subscribed: ignored,
    proven: ignored,
    notice: ignored,
    silence: ignored,
    'heard-again': ignored,
    wake: ignored,
    ended: SUCCESSOR_GOES_ON,
    lost: SUCCESSOR_GOES_ON,
    refused: SUCCESSOR_GOES_ON,
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': 'live: promote, count-reconnect, tell-up',
    'successor-lost': 'handover-retrying: plan-successor-retry, tell-up',
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  'handover-retrying': {
    start: ignored,
    subscribed: ignored,
    proven: ignored,
    notice: ignored,
    silence: ignored,
    'heard-again': 'live: end-handover',
    wake: ignored,
    ended: handoverEnds(REOPEN),
    lost: handoverEnds(RETRY_SOON),
    refused: handoverEnds(RETRY_SLOT),
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': ignored,
    'successor-lost': ignored,
    'successor-retry-due': 'handover-queued: queue',
    close: CLOSE,
  },
  retrying: {
    start: ignored,
    subscribed: ignored,
    proven: ignored,
    notice: ignored,
    silence: ignored,
    'heard-again': ignored,
    wake: 'opening: cancel-retry, open',
    ended: ignored,
    lost: ignored,
    refused: ignored,
    'retry-due': 'opening: open',
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': ignored,
    'successor-lost': ignored,
    'successor-retry-due': ignored,
    close: CLOSE,
  },
  closed: {
    start: ignored,
    subscribed: ignored,
    proven: ignored,
    notice: ignored,
    silence: ignored,
    'heard-again': ignored,
    wake: ignored,
    ended: ignored,
    lost: ignored,
    refused: ignored,
    'retry-due': ignored,
    'successor-turn': ignored,
    'successor-subscribed': ignored,
    'successor-proven': ignored,
    'successor-lost': ignored,
    'successor-retry-due': ignored,
    close: ignored,
  },
}

describe.each(Object.entries(EXPECTED) as [LineState, Record<LineEvent, string>][])(
  'a line that is %s',
  (state, row) => {
    it.each(Object.entries(row) as [LineEvent, string][])('on %s: %s', (event, expected) => {
      const { to, run } = transition(LINE_TRANSITIONS, state, event)
      expect(to === state && run.length === 0 ? ignored : `${to}: ${run.join(', ')}`).toBe(expected)
    })
  },
)

it('is drawn as it is', () => {
  expect(edgesOfDiagram('line-machine.ts', LINE_TRANSITIONS)).toEqual(edgesOfTable(LINE_TRANSITIONS))
})
