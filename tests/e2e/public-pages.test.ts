import type { Locator, Page } from '@playwright/test'

import { publicPaths, staticPaths } from '../../content/paths.ts'
import { expect, onlyInAll, test } from './support.ts'

const phone = { width: 360, height: 740 }
const departments = ['communication', 'tech-engineering', 'creatives', 'community-entrepreneurship']

test('content deferred by the first paint is rendered without input', async ({
  browser,
  baseURL,
}) => {
  const heights: (() => Promise<number>)[] = []
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled, viewport: phone })
    const page = await context.newPage()
    await page.goto(`${baseURL}/`)
    heights.push(() => page.evaluate(() => document.body.scrollHeight))
  }
  const [without, withScripts] = heights
  await expect.poll(() => withScripts?.()).toBe(await without?.())
})

test('links from the home page lead to every public page, and all of them work', async ({
  baseURL,
}) => {
  const reached = new Set<string>()
  const hrefs = new Set(['/'])
  // The set grows while it is read. Without cookies, each language keeps its own addresses.
  for (const href of hrefs) {
    const answer = await fetch(`${baseURL}${href}`)
    expect(answer.status, href).toBe(200)
    const html = await answer.text()
    const [, anchor] = href.split('#')
    if (anchor) expect(html).toContain(`id="${anchor}"`)
    reached.add(new URL(answer.url).pathname)
    for (const [, found = ''] of html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) {
      hrefs.add(found.replaceAll('&amp;', '&'))
    }
  }
  // The page that checks letters changes its language by a form, which keeps the typed code.
  const others = ['/industrial-attachment/status', '/sw/industrial-attachment/status', '/verify']
  expect([...publicPaths, ...others].filter((path) => !reached.has(path))).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every page shows its text and pictures', { tag: onlyInAll() }, async ({ page }) => {
    await page.setViewportSize(phone)
    for (const path of staticPaths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      for (const header of await page.getByRole('main').locator('> header').all()) {
        const { height = 0 } = (await header.boundingBox()) ?? {}
        expect(height, `${path}: the drawing leaves room for words`).toBeLessThan(480)
      }
    }
    await page.goto('/team')
    await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
  })
})

test('home has three buttons, mission, vision, programs, figures, team and contact', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { level: 1, name: 'Empowering Youth For a Brighter Future' }),
  ).toBeVisible()
  const hero = main.locator('section').first()
  await expect(hero.getByRole('link')).toHaveCount(3)
  await expectLinks(hero, {
    'Our Programs': '/programs',
    'Learn More': '/about',
    Careers: '/careers',
  })

  const about = main.locator('#about')
  await expect(about.getByRole('heading', { level: 3 })).toHaveText(['Mission', 'Vision'])
  await expectLinks(about, { 'Learn More About Us': '/about' })

  const programs = section(page, 'Programs')
  await expect(programs.getByRole('listitem')).toHaveCount(6)
  await expectLinks(programs, { 'View All Programs': '/programs' })
  for (const figure of ['5,000+', '200+', '150+', '10+']) {
    await expect(main.getByText(figure, { exact: true })).toBeVisible()
  }
  await expect(section(page, 'Team').getByRole('listitem')).toHaveCount(4)
  await expectLinks(section(page, 'Support us'), { Donate: '/donate' })
  await expect(section(page, 'Contact').getByRole('listitem')).toHaveCount(3)
})

test('about has story, four values, and links to the film and the database', async ({ page }) => {
  await page.goto('/about')
  for (const name of ['Community', 'Empowerment', 'Innovation', 'Sustainability']) {
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()
  }
  await expectNewTab(page, 'Play Documentary')
  await expectNewTab(page, 'Join the Youth Database')
})

test('case management has four features and its figures', async ({ page }) => {
  await page.goto('/programs/case-management')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Personalized Assessment',
    'Support Network',
    'Regular Check-ins',
    'Ongoing Guidance',
  ])
  await expectFigures(page, ['250+', '85%', '15'])
})

test('tourism innovation lab has four features and three projects that cannot be viewed yet', async ({
  page,
}) => {
  await page.goto('/programs/tourism-innovation-lab')
  await expect(section(page, 'What the lab offers').getByRole('listitem')).toHaveCount(4)
  await expectInert(page, 'View Project', 3)
})

test('swahili tech women has figures, four initiatives and three testimonials', async ({
  page,
}) => {
  await page.goto('/programs/swahili-tech-women')
  await expectInert(page, 'Join the Community')
  await expectInert(page, 'Learn More')
  await expectFigures(page, ['500+', '35', '12', '85%'])
  await expect(section(page, 'Initiatives').getByRole('listitem')).toHaveCount(4)
  await expect(section(page, 'In their words').getByRole('blockquote')).toHaveCount(3)
})

test('campus ambassador has six universities and a nomination that is not possible yet', async ({
  page,
}) => {
  await page.goto('/programs/campus-ambassador')
  await expect(section(page, 'Partner universities').getByRole('listitem')).toHaveCount(6)
  await expectInert(page, 'Nominate Your University')
})

test('employer engagement has placements, retention and employers', async ({ page }) => {
  await page.goto('/programs/employer-engagement')
  await expectFigures(page, ['500+', '80%', '50+'])
})

for (const department of departments) {
  test(
    `department ${department} has two links to the contact page`,
    { tag: onlyInAll(department !== departments[0]) },
    async ({ page }) => {
      await page.goto(`/department/${department}`)
      await expectLinks(page.getByRole('main'), {
        'Connect With Us': '/contact',
        'Get Involved': '/contact',
      })
    },
  )
}

test('contact has three cards, a map and no form', async ({ page }) => {
  await page.goto('/contact')
  const cards = section(page, 'Three ways to reach us')
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
    'Visit us',
    'Email us',
    'Call us',
  ])
  await expect(page.getByRole('main').locator('form, input')).toHaveCount(0)
  await expectNewTab(page, 'Open the map')
})

test('the live map of contact loads on request', async ({ page }) => {
  const asked: string[] = []
  await page.route('https://www.openstreetmap.org/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Map</title>The live map' })
  })
  await page.goto('/contact')
  const show = page.getByRole('link', { name: 'Show the live map here' })
  await show.scrollIntoViewIfNeeded()
  expect(asked).toEqual([])

  await show.click()
  await expect(page.frameLocator('iframe').getByText('The live map')).toBeVisible()
  expect(asked).toHaveLength(1)
  await expect(page).toHaveURL('/contact')
})

test('impact has figures, two stories and a working download link', async ({ page }) => {
  await page.goto('/impact')
  await expectFigures(page, ['5,000+', '200+', '150+', '10+', '87%', '90%', '65%', '4.8/5'])
  await expect(section(page, 'Two success stories').getByRole('article')).toHaveCount(2)
  await expectLinks(section(page, 'Support us'), { Donate: '/donate' })
  const download = page.getByRole('link', { name: 'Download the report' })
  await expect(download).toHaveAttribute('href', '#download-report')
  await download.click()
  await expect(page.locator('#download-report')).toBeInViewport()
})

test('events has three entries with date and capacity, and no online booking yet', async ({
  page,
}) => {
  await page.goto('/events')
  const tickets = section(page, 'Upcoming events').getByRole('listitem')
  await expect(tickets).toHaveCount(3)
  for (const [i, [day, capacity]] of [
    ['May 15, 2025', '250 attendees'],
    ['June 8, 2025', '200 attendees'],
    ['July 22, 2025', '50 attendees'],
  ].entries()) {
    await expect(tickets.nth(i)).toContainText(day ?? '')
    await expect(tickets.nth(i)).toContainText(capacity ?? '')
  }
  await expectInert(page, 'Register Now', 3)
  const write = tickets.first().getByRole('link', { name: 'Write to us' })
  await expect(write).toHaveAttribute('href', /=Register%20Now%3A%20Coast%20Tech%20Day$/)
  await expectInert(page, 'View All Events')
  await expectInert(page, 'Inquire About Venue Booking')
})

test('careers has one job with a link to its page', async ({ page }) => {
  await page.goto('/careers')
  await expect(page.getByText('14 November 2025')).toBeVisible()
  await page.getByRole('link', { name: 'View Details' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Finance Director' })).toBeVisible()
  const main = page.getByRole('main')
  for (const term of ['Programme', 'Location', 'Duration', 'Reporting to', 'Direct reports']) {
    await expect(main.getByText(term, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 2 })).toContainText([
    'About',
    'Position Overview',
    'Scope of Role',
    'Responsibilities',
    'Key Areas',
    'Qualifications',
    'Skills',
    'Application Details',
  ])
  await expect(main.getByText('14 November 2025')).toBeVisible()
  await expectNewTab(page, 'Apply Now')
  await expect(main.locator('[href^="mailto:"]')).toHaveAttribute(
    'href',
    /\?subject=Application%20-%20Finance%20Director$/,
  )
  await page.getByRole('link', { name: 'Back to Jobs' }).click()
  await expect(page).toHaveURL('/careers')
})

test('an unknown job is not found', async ({ page }) => {
  const answer = await page.goto('/career/astronaut')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Job Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Jobs' })).toHaveAttribute('href', '/careers')
})

for (const path of ['/nowhere', '/department/nowhere']) {
  test(`${path} is not found, and the console reports it`, async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    expect(logged.join()).toContain(path)
  })
}

test('an unsupported method shows an error page', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    document.body.append(form)
    form.submit()
  })
  await expect(page.getByRole('heading')).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('405 Method Not Allowed')).toBeVisible()
})

test('consultancies has a card with all details', async ({ page }) => {
  await page.goto('/terms-of-reference')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Current Consultancy Opportunities' }),
  ).toBeVisible()
  const main = page.getByRole('main')
  for (const text of [
    'Open',
    'Research and evaluation',
    'Mombasa, Kilifi, Kwale, Lamu',
    '42,900 youth aged 18-35',
    '6-8 weeks',
    '9 September 2025',
    '17 September 2025',
    'Harbour Partners Trust',
    'Baseline',
  ]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  }
  const title = (await main.getByRole('heading', { level: 2 }).textContent()) ?? ''
  await expect(main.getByRole('link', { name: 'Apply Now' })).toHaveAttribute(
    'href',
    `mailto:careers@foundation.example?subject=${encodeURIComponent(`Application - ${title}`)}`,
  )
  await main.getByRole('link', { name: 'View Full Details' }).click()
  await expect(page).toHaveURL('/terms-of-reference/vijana-2-thrive')
})

test('vijana 2 thrive has every figure and a working table of contents', async ({ page }) => {
  await page.goto('/terms-of-reference/vijana-2-thrive')
  const main = page.getByRole('main')
  for (const text of [
    '42,900',
    '4 counties',
    '10 weeks',
    '50 working days',
    '400-500 consultant days',
    'end of the day on 17 September 2025',
    'proposal as PDF',
    'at most 10 pages',
    'Up to 4 CVs',
    '10 MB',
    'at least 80%',
    '18-35',
  ]) {
    await expect(main.getByText(text).first(), text).toBeVisible()
  }
  for (const [what, points] of Object.entries({
    'Understanding of the assignment': 20,
    Methodology: 25,
    Team: 15,
    'Work plan': 10,
    'Technical part': 70,
    Cost: 15,
    'Realism of the budget': 10,
    'Value for money': 5,
    'Financial part': 30,
  })) {
    await expect(main.getByRole('row', { name: `${what} ${points}` })).toBeVisible()
  }

  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents.getByRole('link')).toHaveText([
    'Introduction',
    'The program',
    'Partners',
    'Purpose',
    'Objectives',
    'Scope',
    'Deliverables',
    'Timeline',
    'Qualifications',
    'Reporting',
    'Ethics',
    'Application process',
  ])
  await contents.getByRole('link', { name: 'Application process' }).click()
  await expect(page.getByRole('heading', { name: 'Application process' })).toBeInViewport()
  await expect(contents.getByRole('link', { name: 'Introduction' })).toBeInViewport()

  await expect(main.getByRole('link', { name: 'Apply Now' })).toHaveAttribute(
    'href',
    /^mailto:careers@/,
  )
  await expect(main.getByRole('link', { name: 'All consultancy opportunities' })).toHaveAttribute(
    'href',
    '/terms-of-reference',
  )
})

test('vijana 2 thrive has a collapsible table of contents on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/terms-of-reference/vijana-2-thrive')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents).toBeHidden()
  await page.locator('summary').filter({ hasText: 'On this page' }).click()
  await contents.getByRole('link', { name: 'Ethics' }).click()
  await expect(page.getByRole('heading', { name: 'Ethics' })).toBeInViewport()
})

test('the industrial attachment page explains the program and links to the form', async ({
  page,
}) => {
  await page.goto('/industrial-attachment')
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { level: 1, name: 'Industrial Attachment Program' }),
  ).toBeVisible()
  await expect(main.getByRole('link', { name: 'Apply Now' })).toHaveAttribute(
    'href',
    '/industrial-attachment/apply',
  )
  await expect(main).toContainText('Year 1 to Year 6')
  await expect(main).toContainText(
    'Tech, Engineering, Creatives, Communication, Community Engagement',
  )
  await expect(main).toContainText('typically 3 to 6 months')
  await expect(main).toContainText('reference ID')
  await expect(main.locator('[href="/contact"]')).toBeVisible()
})

test('the privacy policy names the stored data, the periods and the law', async ({ page }) => {
  await page.goto('/privacy')
  const main = page.getByRole('main')
  for (const text of ['Data Protection Act, 2019', 'date of birth', '90 days', 'twelve months']) {
    await expect(main.getByText(text).first()).toBeVisible()
  }
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
})

/** The section with this title. */
function section(page: Page, name: string) {
  const heading = page.getByRole('heading', { level: 2, name, exact: true })
  return page.locator('section').filter({ has: heading })
}

async function expectFigures(page: Page, values: string[]) {
  await expect(page.getByRole('main').locator('dl').getByRole('definition')).toHaveText(values)
}

async function expectLinks(within: Locator, links: Record<string, string>) {
  for (const [name, href] of Object.entries(links)) {
    await expect(within.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
}

/** Checks that a link opens in a new tab without a referrer. */
async function expectNewTab(page: Page, name: string) {
  const link = page.getByRole('link', { name: `${name} (opens in a new tab)`, exact: true })
  await expect(link).toHaveAttribute('href', /^https:/)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noreferrer/)
}

/** Checks that a button is visible, focusable, inactive and described by its note. */
async function expectInert(page: Page, name: string, count = 1) {
  const buttons = page.getByRole('button', { name, exact: true })
  await expect(buttons).toHaveCount(count)
  for (const button of await buttons.all()) {
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(/online (is not possible )?yet|no pages yet/)
    const before = page.url()
    await button.click({ force: true })
    await expect(button).toBeFocused()
    expect(page.url()).toBe(before)
    const beside = button.locator('xpath=..')
    await expect(beside.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', /^tel:/)
    await expect(beside.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:[^?]+\\?subject=${encodeURIComponent(name)}`),
    )
  }
}
