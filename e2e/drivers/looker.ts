import { expect, type Page } from '@playwright/test'

const PHONE = { width: 390, height: 844 }
const SCREENS = ['commands', 'settings', 'point', 'fresh phone', 'phone with a sheet', 'wall', 'gallery'] as const
type Screen = (typeof SCREENS)[number]

/** Somebody who goes through the screens to look at each. */
export function createLooker(page: Page, origin: string) {
  const open = (address: string, theme: string) => page.goto(`${origin}/?theme=${theme}&layers=lightning${address}`)
  const layers = page.getByRole('region', { name: 'Layers' })
  const panel = page.getByRole('complementary').getByRole('region', { name: 'Weather at a point' })

  const ways: Record<Screen, (theme: string) => Promise<void>> = {
    async commands(theme) {
      await open('', theme)
      await expect(layers).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first()).toBeVisible()
    },
    async settings(theme) {
      await open('', theme)
      await expect(layers).toBeVisible()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    },
    async point(theme) {
      await open('&at=25.5,120.2#6/25.5/120.2', theme)
      await expect(panel).toContainText('UTC')
    },
    async 'fresh phone'(theme) {
      await page.setViewportSize(PHONE)
      await open('', theme)
      await expect(page.getByText('Click anywhere for its weather')).toBeVisible()
    },
    async 'phone with a sheet'(theme) {
      await open('&at=25.5,120.2#6/25.5/120.2', theme)
      await page.getByRole('button', { name: 'Make the panel taller' }).click()
      await expect(page.getByRole('button', { name: 'Make the panel smaller' })).toBeVisible()
      await expect(panel).toContainText('UTC')
    },
    async wall(theme) {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto(`${origin}/?theme=${theme}&kiosk`)
      await expect(page.getByRole('main', { name: 'Wall display' }).getByRole('region')).toHaveCount(4)
    },
    async gallery(theme) {
      await page.goto(`${origin}/?theme=${theme}&gallery`)
      await expect(page.getByRole('main').getByRole('figure').last()).toBeVisible()
    },
  }

  return { SCREENS, shows: (screen: Screen, theme: string) => ways[screen](theme) }
}
