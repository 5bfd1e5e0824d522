import kiswahili from './kiswahili.json' with { type: 'json' }

/**
 * The Kiswahili dictionary of the application pages. A key is the English sentence in the code;
 * `{name}` is a placeholder. docs/kiswahili.md lists the terms. Sentences that only the server uses
 * are in kiswahili-server.json, so that phones do not download them.
 */
export { kiswahili }

/** An English text that browsers and the server can translate into Kiswahili. */
export type Sentence = keyof typeof kiswahili
