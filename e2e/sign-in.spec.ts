import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../src/server/access/password-file.ts'
import { findBreaches } from './breaches.ts'
import { createNewcomer } from './drivers/newcomer.ts'
import { expect, test } from './fixtures.ts'
import { type Brontide, startSimulated } from './stack.ts'

test.use({ expectedComplaints: [/status of (401|429)/] }) // the browser notes what is refused

const PASSWORD = 'over the clouds'
let folder: string
let brontide: Brontide

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brontide-sign-in-'))
  const file = join(folder, 'passwords')
  await writeFile(file, `${await hashPassword(PASSWORD, 'tower')}\n`)
  brontide = await startSimulated({ ACCESS: 'password', ACCESS_PASSWORD_FILE: file, DATA_DIR: join(folder, 'data') })
})
test.afterAll(async () => {
  await brontide.close()
  await rm(folder, { recursive: true, force: true })
})

test('somebody signs in with the keyboard, stays in, and signs out', async ({ page }) => {
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

test('who guesses is told to wait, and how long', async ({ page }) => {
  const { given, when, sees } = createNewcomer(page, brontide.url)
  await given.opensTheMap()
  await when.types('tower', 'a guess')
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
