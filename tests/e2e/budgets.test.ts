import { applicationPathBudget } from '../../bench/budgets.ts'
import { measureJourney } from '../../bench/page-weight.ts'
import { expect, onlyInAll, test } from './support.ts'

for (const [name, javaScriptEnabled, budget] of [
  ['with', true, applicationPathBudget.withScripts],
  ['without', false, applicationPathBudget.withoutScripts],
] as const) {
  test.describe(`${name} scripts`, { tag: onlyInAll(!javaScriptEnabled) }, () => {
    test.use({ javaScriptEnabled })

    test('the way from the landing page to the confirmation stays within its budget', async ({
      page,
      server,
    }) => {
      expect(await measureJourney(page, server.url)).toBeLessThanOrEqual(budget)
    })
  })
}
