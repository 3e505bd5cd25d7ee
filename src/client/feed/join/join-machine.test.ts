import { describe, expect, it } from 'vitest'
import { transition } from '../../../core/util/state-machine.ts'
import { edgesOfDiagram, edgesOfTable } from '../../../testing/state-diagram.ts'
import { JOIN_TRANSITIONS, type JoinEvent, type JoinState } from './join-machine.ts'

const ignored = 'ignored'

const EXPECTED: Record<JoinState, Record<JoinEvent, string>> = {
  idle: {
    join: 'asking: review-missing, ask',
    'join-in-doubt': ignored,
    'join-soon': 'waiting: space-out',
    due: ignored,
    'nothing-missing': ignored,
    answered: ignored,
    'answered-in-part': ignored,
    failed: ignored,
    close: 'closed: give-up',
  },
  waiting: {
    join: 'asking: cancel-wait, review-missing, ask',
    'join-in-doubt': ignored,
    'join-soon': ignored, // the pending request covers it too
    due: 'asking: review-missing, ask',
    'nothing-missing': ignored,
    answered: ignored,
    'answered-in-part': ignored,
    failed: ignored,
    close: 'closed: give-up',
  },
  asking: {
    join: 'asking-again: ',
    'join-in-doubt': 'asking: take-back, review-missing, ask',
    'join-soon': ignored, // missing periods are reviewed after the response
    due: ignored,
    'nothing-missing': 'idle: tell-filled',
    answered: 'idle: tell-filled',
    'answered-in-part': 'waiting: space-out',
    failed: 'waiting: back-off',
    close: 'closed: give-up',
  },
  'asking-again': {
    join: ignored, // another request is due already
    'join-in-doubt': 'asking: take-back, review-missing, ask',
    'join-soon': ignored,
    due: ignored,
    'nothing-missing': ignored,
    answered: 'idle: tell-filled',
    'answered-in-part': 'asking: review-missing, ask',
    failed: 'asking: review-missing, ask',
    close: 'closed: give-up',
  },
  closed: {
    join: ignored,
    'join-in-doubt': ignored,
    'join-soon': ignored,
    due: ignored,
    'nothing-missing': ignored,
    answered: ignored,
    'answered-in-part': ignored,
    failed: ignored,
    close: ignored,
  },
}

describe.each(Object.entries(EXPECTED) as [JoinState, Record<JoinEvent, string>][])(
  'a join that is %s',
  (state, row) => {
    it.each(Object.entries(row) as [JoinEvent, string][])('on %s: %s', (event, expected) => {
      const { to, run } = transition(JOIN_TRANSITIONS, state, event)
      expect(to === state && run.length === 0 ? ignored : `${to}: ${run.join(', ')}`).toBe(expected)
    })
  },
)

it('is drawn as it is', () => {
  expect(edgesOfDiagram('join-machine.ts', JOIN_TRANSITIONS)).toEqual(edgesOfTable(JOIN_TRANSITIONS))
})
