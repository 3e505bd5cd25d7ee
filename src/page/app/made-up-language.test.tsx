// @vitest-environment happy-dom
import '../../testing/page-globals.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LANGS, LANGUAGES, type Lang } from '../../locales/languages.ts'

// A language is its entry in the list and its folder of texts. The schemas read the list when they load.
const MADE_UP = 'xx' as Lang
Object.assign(LANGUAGES, { [MADE_UP]: { ...LANGUAGES.en, name: 'Xixish', tag: 'en-x-xixish' } })
LANGS.push(MADE_UP)
const { openDesk } = await import('../../testing/page-kit.tsx')
const { addMadeUpTexts, madeUp, serverTextsIn } = await import('../../testing/locales/made-up.ts')
addMadeUpTexts(MADE_UP)

it('shows the page in a language that was added', async () => {
  const { user, pass } = await openDesk(`/?lang=${MADE_UP}`)
  expect(document.documentElement.lang).toBe('en-x-xixish')
  await screen.findAllByText(madeUp('Layers'))
  await user.click(screen.getByRole('button', { name: madeUp('Settings') }))
  const menu = within(await screen.findByRole('group', { name: madeUp('Language') }))
  expect(menu.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'English',
    '中文',
    'Xixish',
  ])
  await user.click(menu.getByText('English'))
  await pass(0)
  await screen.findAllByText('Layers')
})

it('writes messages and problems in it, and takes it as the language of a channel', () => {
  const { message, title, problem, channel } = serverTextsIn(MADE_UP)
  expect(title).toMatch(/^⟦.*⟧$/)
  expect(message.split('\n').every((line) => line.startsWith('⟦'))).toBe(true)
  expect(problem).toBe(madeUp('is not valid JSON'))
  expect(channel).toBe(MADE_UP)
})
