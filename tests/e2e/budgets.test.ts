import { applicationPathBudget, budgets } from '../../bench/budgets.ts'
import { measureFirstVisit, measureJourney } from '../../bench/page-weight.ts'
import { expect, test } from './support.ts'

for (const [path, budget] of budgets) {
  test(`${path} stays within its byte budget and contacts no other host`, async ({
    page,
    baseURL,
  }) => {
    const {
      page: bytes,
      scripts,
      early,
      elsewhere,
    } = await measureFirstVisit(page, `${baseURL}${path}`)
    expect(bytes, 'HTML and CSS').toBeLessThanOrEqual(budget.page)
    expect(scripts, 'scripts').toBeLessThanOrEqual(budget.scripts)
    expect(early.length, `before the first paint: ${early.join(', ')}`).toBeLessThanOrEqual(
      budget.early,
    )
    expect(elsewhere, 'other hosts').toEqual([])
  })
}

for (const [name, javaScriptEnabled, budget] of [
  ['with', true, applicationPathBudget.withScripts],
  ['without', false, applicationPathBudget.withoutScripts],
] as const) {
  test.describe(`${name} scripts`, () => {
    test.use({ javaScriptEnabled })

    test('the way from the landing page to the confirmation stays within its budget', async ({
      page,
      server,
    }) => {
      expect(await measureJourney(page, server.url)).toBeLessThanOrEqual(budget)
    })
  })
}
