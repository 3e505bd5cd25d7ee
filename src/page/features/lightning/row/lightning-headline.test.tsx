// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../../testing/page-kit.tsx'
import LightningHeadline from './lightning-headline.tsx'

it('has no plain number on a wall while part of the window was not observed', async () => {
  const desk = await openDesk('/?layers=lightning&window=5', { beside: <LightningHeadline />, isAlone: true })
  const number = () => screen.getByRole('region', { name: 'Lightning' }).querySelector('b')!.textContent
  await desk.pass(2_000)
  expect(number()).toBe('?')
  await desk.strike(strikeRecord({ time: BigInt(Math.floor(desk.clock.now())) * 1_000_000n }))
  await desk.pass(2_000)
  expect(number()).toBe('≥\u00a01')
  await desk.pass(400_000)
  expect(number()).toBe('0')
})

it('leaves its room to the map during an outage: the banner of the wall states it', async () => {
  const desk = await openDesk('/?layers=lightning&window=5', { beside: <LightningHeadline />, isAlone: true })
  const state = () => screen.getByRole('region', { name: 'Lightning' }).querySelector('[data-tone]')!.textContent
  await desk.pass(2_000)
  expect(state()).not.toBe('')
  desk.lightning.up = false
  desk.lightning.drop()
  await desk.pass(30_000)
  expect(state()).toBe('')
})
