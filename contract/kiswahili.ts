import kiswahili from './kiswahili.json' with { type: 'json' }

/**
 * The Kiswahili dictionary of the application pages, by the English sentence in the code. `{name}`
 * is a placeholder. docs/kiswahili.md lists the terms. Sentences of the server alone are in
 * kiswahili-server.json, so that no phone loads them.
 */
export { kiswahili }

/** An English text that has a translation, in the browser too. */
export type Sentence = keyof typeof kiswahili
