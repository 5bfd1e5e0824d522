import { expect } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'

/** The recommended rules, and those for complete documents. Each change has its reason. */
const checker = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    elements: ['html5'],
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: {
      // Only scripts of other hosts need hashes. The Content-Security-Policy refuses these hosts.
      'require-sri': ['error', { target: 'crossorigin' }],
      // Matters of taste. React writes <meta/>, disabled="" and charSet; browsers treat them alike.
      'void-style': 'off',
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      // A matter of taste. An <input> without type is a text field by definition.
      'no-implicit-input-type': 'off',
      // No element of HTML is the list of a combobox.
      'prefer-native-element': ['error', { exclude: ['listbox'] }],
      // Scripts set styles. The Content-Security-Policy refuses inline styles of the HTML.
      'no-inline-style': 'off',
      // A matter of taste. A phone number may wrap on a narrow screen with large text.
      'tel-non-breaking': 'off',
      // A table of contents is in the page twice, and CSS shows one. axe tests what is shown.
      'unique-landmark': 'off',
    },
  }),
)

/** Checks a page, as the server sends it or as the browser has rendered it. */
export async function expectValidHtml(html: string) {
  const { results } = await checker.validateString(html)
  const messages = results.flatMap((result) => result.messages)
  expect(
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  ).toEqual([])
}
