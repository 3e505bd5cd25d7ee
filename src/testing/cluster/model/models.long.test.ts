import { expect, it } from 'vitest'
import { type Explored, explore } from './explore.ts'
import { createFencingModel } from './fencing-model.ts'
import { createLeaseModel } from './lease-model.ts'
import { createSocketModel } from './socket-model.ts'

const WHOLE = Number.POSITIVE_INFINITY

it.each<[string, Partial<Explored>, () => Explored]>([
  ['the lease: every state of two processes', { isComplete: true }, () => explore(createLeaseModel(2), WHOLE)],
  ['the lease: three processes, 17 steps', {}, () => explore(createLeaseModel(3), 17)],
  ['the sockets: every state of two processes', { isComplete: true }, () => explore(createSocketModel(2), WHOLE)],
  ['the sockets: three processes, 14 steps', {}, () => explore(createSocketModel(3), 14)],
  ['the fencing token: every state of three tenures', { isComplete: true }, () => explore(createFencingModel(), WHOLE)],
])('the model holds for %s', (_, complete, exploreIt) => {
  expect(exploreIt()).toMatchObject({ broken: null, ...complete })
})
