import { expect, it } from 'vitest'
import { explore } from './explore.ts'
import { createFencingModel } from './fencing-model.ts'
import { createLeaseModel } from './lease-model.ts'
import { createSocketModel } from './socket-model.ts'

it('the model of the lease holds in every state of two processes', () => {
  expect(explore(createLeaseModel(2), Number.POSITIVE_INFINITY)).toMatchObject({ broken: null, isComplete: true })
})

it('the model of the lease holds for three processes in all interleavings of 17 steps', () => {
  expect(explore(createLeaseModel(3), 17)).toMatchObject({ broken: null })
})

it('the model of the sockets holds in every state of two processes', () => {
  expect(explore(createSocketModel(2), Number.POSITIVE_INFINITY)).toMatchObject({ broken: null, isComplete: true })
})

it('the model of the sockets holds for three processes in all interleavings of 14 steps', () => {
  expect(explore(createSocketModel(3), 14)).toMatchObject({ broken: null })
})

it('the model of the fencing token holds in every state of three tenures', () => {
  expect(explore(createFencingModel(), Number.POSITIVE_INFINITY)).toMatchObject({ broken: null, isComplete: true })
})
