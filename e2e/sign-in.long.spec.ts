import { findBreaches } from './breaches.ts'
import { createNewcomer } from './drivers/newcomer.ts'
import { expect, test } from './fixtures.ts'
import { SIGN_IN_COMPLAINTS, shareASignInServer } from './sign-in-server.ts'

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
