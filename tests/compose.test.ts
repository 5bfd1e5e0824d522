import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { settingNames } from '../server/settings.ts'

interface Service {
  image: string
  environment: Record<string, string>
  depends_on?: Record<string, object>
  volumes: string[]
  healthcheck: { test: string[] }
  build?: object
}

const file = readFileSync('deploy/compose.yaml', 'utf8')
const compose = parse(file, { merge: true })
const services: Record<string, Service> = compose.services

/** The errors of a Compose file, by the schema of the Compose specification. */
function errorsOf(value: object) {
  const text = readFileSync('tests/fixtures/compose-spec/compose-spec.json', 'utf8')
  const { $schema: _, ...schema } = JSON.parse(text)
  const ajv = new Ajv({ strict: false, validateFormats: false })
  return ajv.validate(schema, value) ? [] : ajv.errors!.map(({ message }) => message)
}

test('compose.yaml follows the Compose specification', () => {
  expect(errorsOf(compose)).toEqual([])
})

test('the schema refuses a misspelled key', () => {
  const { healthcheck, ...app } = services['app']!
  const wrong = { ...compose, services: { app: { ...app, health_check: healthcheck } } }

  expect(errorsOf(wrong)).toContain('must NOT have additional properties')
})

test('every service has a health check, and what it refers to', () => {
  expect(Object.keys(services)).toEqual(['app', 'database', 'backup'])
  for (const { healthcheck, depends_on = {}, volumes } of Object.values(services)) {
    expect(healthcheck.test.length).toBeGreaterThan(1)
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
    const names = volumes.map((volume) => volume.split(':')[0])
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(names))
  }
})

test('the server and the backup share image and settings, which are settings of the product', () => {
  const { app, backup } = services as { app: Service; backup: Service }

  expect([backup.image, backup.environment]).toEqual([app.image, app.environment])
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(app.environment)))
  const fixed = ['PORT', 'HOST', 'DATA_DIR']
  expect([...Object.keys(app.environment), ...fixed].toSorted()).toEqual(settingNames.toSorted())
  expect(app.build).not.toHaveProperty('args')
})
