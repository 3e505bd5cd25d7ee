import { findBreaches } from './breaches.ts'
import { createNewcomer } from './drivers/newcomer.ts'
import { createWall } from './drivers/wall.ts'
import { expect, test } from './fixtures.ts'
import { PASSWORD, SIGN_IN_COMPLAINTS, shareASignInServer } from './sign-in-server.ts'

test.use({ expectedComplaints: SIGN_IN_COMPLAINTS })
const server = shareASignInServer()

test('guessing a password is delayed, with the remaining time', async ({ page }) => {
  const { given, when, sees } = createNewcomer(page, server().url)
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

test('the sign-in breaks no rule of accessibility, in either theme and language', async ({ page }) => {
  const { given, when, sees } = createNewcomer(page, server().url)
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

test('a wall is added at the desk, opens by its link, and is removed', async ({ page, anotherScreen }) => {
  const { given, when, sees, walls } = createNewcomer(page, server().url)
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
  const turnedAway = createNewcomer(screen, server().url)
  await turnedAway.sees.askedToSignIn()
  await screen.goto(link)
  await turnedAway.sees.linkRefused()
  await page.keyboard.press('Escape')
  await expect(walls).toBeHidden()
  expect(server().log()).not.toContain(new URL(link).hash.split('=')[1])
})
