import type { Locator, Page } from '@playwright/test'

import { languages, pathIn, translatedPaths } from '../../contract/language/languages.ts'
import { aPerson, fillIn, submitButton } from './application-form.ts'
import { setTextSize } from './layout.ts'
import { expect, onlyInAll, test } from './support.ts'

const places = {
  Home: '/',
  About: '/about',
  Impact: '/impact',
  Contact: '/contact',
  Attachment: '/industrial-attachment',
  Donate: '/donate',
  Events: '/events',
}
const programs = {
  'Case Management': '/programs/case-management',
  'Tourism Innovation Lab': '/programs/tourism-innovation-lab',
  'Employer Engagement': '/programs/employer-engagement',
  'Campus Ambassador': '/programs/campus-ambassador',
  'Swahili Tech Women': '/programs/swahili-tech-women',
}
const departments = {
  Communication: '/department/communication',
  'Tech & Engineering': '/department/tech-engineering',
  Creatives: '/department/creatives',
  'Community & Entrepreneurship': '/department/community-entrepreneurship',
}

test('the bar stays at the top and links to every section', async ({ page }) => {
  await page.goto('/about')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link').first()).toHaveAttribute('href', '/')
  await expectLinks(bar, places)
  await expect(bar.getByRole('link', { name: 'About', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await expect(bar).toBeInViewport()
})

test('two dropdowns open by click, keyboard and hover', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await dropdown(bar, 'Programs').click()
  await expectLinks(bar, { 'All Programs': '/programs', ...programs })

  await dropdown(bar, 'Departments').focus()
  await page.keyboard.press('Enter')
  await expectLinks(bar, departments)
  await expect(bar.getByRole('link', { name: 'All Programs' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(bar.getByRole('link', { name: 'Creatives' })).toBeHidden()
  await expect(dropdown(bar, 'Departments')).toBeFocused()

  await page.getByRole('heading', { level: 1 }).hover()
  await dropdown(bar, 'Programs').hover()
  await expect(bar.getByRole('link', { name: 'All Programs' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(bar.getByRole('link', { name: 'All Programs' })).toBeHidden()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 767, height: 800 } })

    test('below 768 px the bar is a menu with the same links', async ({ page }) => {
      await page.goto('/')
      const bar = page.getByRole('navigation', { name: 'Main' })
      await expect(bar.getByRole('link', { name: 'Impact' })).toHaveCount(0)
      const menu = await openMenu(page)
      await expectLinks(menu, {
        ...places,
        Programs: '/programs',
        ...programs,
        ...departments,
      })
      await expect(menu.getByText('Departments', { exact: true })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Departments' })).toHaveCount(0)
      await expect(menu.getByRole('button')).toHaveCount(0)

      await page.keyboard.press('Enter')
      await expect(menu).toBeHidden()
      await page.keyboard.press('Enter')
      await expect(menu).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()

      await openMenu(page)
      await menu.getByRole('link', { name: 'Creatives' }).click()
      await expect(page).toHaveURL('/department/creatives')
      await expect(page.locator('#menu')).toBeHidden()
    })
  })
}

test('choosing the current page closes the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/#about')
  const menu = await openMenu(page)
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(menu).toBeHidden()
})

test('from 768 px on the bar shows its links in one row and no menu', async ({ page }) => {
  for (const language of languages) {
    await page.goto(pathIn(language, '/industrial-attachment'))
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('button', { name: /Menu|Menyu/ })).toBeHidden()
      const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
      expect(height, `${language}, ${width} px`).toBeLessThan(80)
    }
  }
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/')
  await expectLinks(page.getByRole('navigation', { name: 'Main' }), places)
})

test('the first tab stop skips the navigation', async ({ page }) => {
  await page.goto('/events')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/events#main')
  // In large text it has three lines.
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/sw/industrial-attachment')
  await setTextSize(page, '200%')
  const skip = page.getByRole('link', { name: 'Ruka hadi' })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeInViewport({ ratio: 1 })
})

test('the footer shows the contacts and further links', async ({ page }) => {
  await page.goto('/team')
  const footer = page.getByRole('contentinfo')
  for (const name of ['Facebook', 'X', 'Instagram', 'LinkedIn', 'YouTube']) {
    const link = footer.getByRole('link', { name: `${name} (opens in a new tab)`, exact: true })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noreferrer/)
  }
  for (const name of Object.keys(programs)) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', '/programs')
  }
  await expectLinks(footer, {
    About: '/about',
    Impact: '/impact',
    Team: '/team',
    Contact: '/contact',
    Attachment: '/industrial-attachment',
    Careers: '/careers',
    Consultancies: '/terms-of-reference',
    Donate: '/donate',
    'Terms of Service': '/terms',
    'Privacy Policy': '/privacy',
  })
  await expect(footer.locator('[href^="mailto:"]')).toBeVisible()
  await expect(footer.locator('[href^="tel:"]')).toBeVisible()
  await expect(footer).toContainText('Mombasa, Kenya')
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
})

function dropdown(bar: Locator, name: string) {
  return bar.locator('summary').filter({ hasText: name })
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  return page.locator('#menu')
}

async function expectLinks(within: Locator, links: Record<string, string>) {
  for (const [name, href] of Object.entries(links)) {
    const link = within.getByRole('link', { name, exact: true })
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute('href', href)
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    const tag = onlyInAll(!javaScriptEnabled)
    test(
      'the application path has navigation, footer and, with scripts, the typeface',
      { tag },
      async ({ page }) => {
        const paths = languages.flatMap((language) =>
          translatedPaths.map((path) => pathIn(language, path)),
        )
        let requests = 0
        page.on('request', (request) => {
          if (request.resourceType() === 'font') requests++
        })
        for (const path of paths) {
          await test.step(path, async () => {
            await page.goto(path)
            await expectFrame(page)
            await expect.poll(() => loadedTypefaces(page)).toBe(javaScriptEnabled ? 1 : 0)
          })
        }
        expect(requests > 0).toBe(javaScriptEnabled)
      },
    )
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the check of the answers has navigation and footer',
    { tag: onlyInAll() },
    async ({ page }) => {
      for (const language of languages) {
        await page.goto(pathIn(language, '/industrial-attachment/apply'))
        await fillIn(page, aPerson(`framed-${language}`))
        await submitButton(page).click()
        await expect(page.locator('#check')).toBeVisible()
        await expectFrame(page)
      }
    },
  )
})

async function expectFrame(page: Page) {
  await expect(page.getByRole('banner').locator('a[href="/about"]').first()).toBeVisible()
  await expect(page.getByRole('contentinfo').locator('a[href="/privacy"]').first()).toBeVisible()
}

/** The number of files of the display typeface that the page has loaded. */
function loadedTypefaces(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    const faces = [...document.fonts].filter(({ family }) => /^"?El Messiri"?$/.test(family))
    return faces.filter(({ status }) => status === 'loaded').length
  })
}
