import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../src/server/access/password-file.ts'
import { findBreaches } from './breaches.ts'
import { createNewcomer } from './drivers/newcomer.ts'
import { createWall } from './drivers/wall.ts'
import { expect, test } from './fixtures.ts'
import { type Brontide, startSimulated } from './stack.ts'

// The browser logs refused requests and the alarm stream that ends with the sign-in.
test.use({
  expectedComplaints: [/status of (401|429)|ERR_INCOMPLETE_CHUNKED_ENCODING \(\S+\/api\/alarms\/stream\)/],
})

// One server for all tests, in sequence.
test.describe.configure({ mode: 'default' })

const PASSWORD = 'over the clouds'
let folder: string
let brontide: Brontide

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brontide-sign-in-'))
  const file = join(folder, 'passwords')
  const lines = [await hashPassword(PASSWORD, 'tower'), await hashPassword(PASSWORD, 'mast')]
  await writeFile(file, lines.join('\n'))
  brontide = await startSimulated({ ACCESS: 'password', ACCESS_PASSWORD_FILE: file, DATA_DIR: join(folder, 'data') })
})
test.afterAll(async () => {
  await brontide.close()
  await rm(folder, { recursive: true, force: true })
})

test('a user signs in with the keyboard, stays signed in, and signs out', async ({ page }) => {
  const { given, when, sees } = createNewcomer(page, brontide.url)
  await given.opensTheMap()
  await sees.askedToSignIn()
  await when.triesToGetAround()
  await sees.askedToSignIn()

  await when.types('tower', 'under the clouds')
  await sees.refused()
  await when.typesAgain(PASSWORD)
  await sees.lightningLive()
  await when.comesBack()
  await sees.lightningLive()
  await when.signsOut()
  await sees.askedToSignIn()

  for (const secret of [PASSWORD, 'under the clouds', 'brontide=']) expect(brontide.log()).not.toContain(secret)
})

test('guessing a password is delayed, with the remaining time', async ({ page }) => {
  const { given, when, sees } = createNewcomer(page, brontide.url)
  await given.opensTheMap()
  await when.types('mast', 'a guess')
  await sees.refused()
  await when.typesAgain('another guess')
  await sees.refused()
  for (let guess = 0; guess < 3; guess++) {
    await sees.theWaitIsOver()
    await when.typesAgain('one guess more')
  }
  await sees.toldToWait()
  await sees.theWaitIsOver()
})

test('a wall is added at the desk, opens by its link, and is removed', async ({ page, anotherScreen }) => {
  const { given, when, sees, walls } = createNewcomer(page, brontide.url)
  await given.opensTheMap('/?layers=lightning#5.00/31.000/115.000')
  await when.types('tower', PASSWORD)
  await sees.lightningLive()
  await when.opensTheWalls()
  await sees.noWallListed()
  const link = await when.letsIn('Hall')
  await sees.wallListed('Hall', /Not opened yet/)

  const screen = await anotherScreen()
  const wall = createWall(screen)
  await screen.goto(link)
  await wall.sees.live()
  expect(new URL(screen.url()).hash).toBe('#5.00/31.000/115.000')
  await sees.wallListed('Hall', /Last seen \d{4}-/)
  await screen.reload()
  await wall.sees.live()

  expect(await findBreaches(page, { within: ['dialog'] })).toEqual([])
  await when.turnsAway('Hall')
  await sees.noWallListed()
  const turnedAway = createNewcomer(screen, brontide.url)
  await turnedAway.sees.askedToSignIn()
  await screen.goto(link)
  await turnedAway.sees.linkRefused()
  await page.keyboard.press('Escape')
  await expect(walls).toBeHidden()
  expect(brontide.log()).not.toContain(new URL(link).hash.split('=')[1])
})

test('the sign-in breaks no rule of accessibility, in either theme and language', async ({ page }) => {
  const { given, when, sees } = createNewcomer(page, brontide.url)
  for (const theme of ['dark', 'light']) {
    await given.opensTheMap(`/?theme=${theme}`)
    await sees.askedToSignIn()
    for (const language of ['中文', 'English']) {
      expect(await findBreaches(page, { within: ['dialog'] }), `${theme}, ${language}`).toEqual([])
      await when.changesTheLanguage(language)
      if (language === '中文') await sees.askedInChinese()
    }
  }
})
