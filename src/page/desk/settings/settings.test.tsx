// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk } from '../../../testing/page-kit.tsx'

async function openSettings() {
  const desk = await openDesk('/?airport=ZSPD')
  await screen.findByText('34004MPS')
  await desk.user.keyboard('?')
  return { desk, settings: within(await screen.findByRole('dialog', { name: 'Settings' })) }
}

it('changes the language of all texts, and the theme', async () => {
  const { desk, settings } = await openSettings()
  await desk.user.click(settings.getByRole('radio', { name: '中文' }))
  expect(document.documentElement.lang).toBe('en') // the click's own task ends before
  await desk.pass(0)
  expect(await screen.findByText('最新报文')).toBeTruthy()
  expect(document.documentElement.lang).toBe('zh-CN')
  await desk.user.click(screen.getByRole('radio', { name: '浅色' }))
  expect(document.documentElement.dataset.theme).toBe('light')
})

it('changes units and the limits of categories', async () => {
  const { desk, settings } = await openSettings()
  await desk.user.click(settings.getByRole('radio', { name: 'kt, ft, inHg' }))
  expect(screen.getByText('Ceiling').parentElement?.textContent).toBe('Ceiling600ft')
  await desk.user.click(settings.getByRole('radio', { name: 'US' }))
  expect(await screen.findByText('IFR · US')).toBeTruthy()
})

it('stores choices for the next visit', async () => {
  const { desk, settings } = await openSettings()
  await desk.user.click(settings.getByRole('radio', { name: 'kt, ft, inHg' }))
  expect(Object.values({ ...localStorage }).join()).toContain('units=aviation')
})

it('shows no sign-in on servers without it', async () => {
  const { settings } = await openSettings()
  expect(settings.getByRole('radio', { name: 'English' })).toBeTruthy()
  for (const name of ['Walls…', 'Sign out']) expect(settings.queryByRole('button', { name })).toBeNull()
})
