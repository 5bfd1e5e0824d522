import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { listenLocally } from './port.ts'

const [key, secret] = ['a test key', 'a/secret+of the test=']
const region = 'ke-coast-1'
const bucket = 'documents'
const pageSize = 3

interface Asked {
  method: string
  /** The name of the object; empty for the bucket. */
  name: string
  /** How often the same was asked before. */
  repeated: number
}

/**
 * What the service does wrong: it answers an error, a page, nothing, or a part, it hangs up, or it
 * reports a failed copy after the status 200.
 */
type Fault =
  | { status: number; code: string }
  | { page: string }
  | 'silent'
  | 'hang up'
  | 'cut off'
  | 'no copy'

/**
 * An S3 service in this process, with one bucket in memory. It checks signatures (AWS signature
 * version 4), and pages of its lists are short. `treat` chooses the fault of each request.
 */
export async function startS3StandIn() {
  const objects = new Map<string, Buffer>()
  const asked: Asked[] = []
  type Treat = (asked: Asked) => Fault | undefined | Promise<Fault | undefined>
  let treat: Treat = () => undefined
  const server = createServer((request, response) => {
    // A torn connection is the end of its request.
    answer(request, response).catch(() => response.destroy())
  })
  const port = await listenLocally(server)
  const [user, password] = [key, secret].map(encodeURIComponent)
  const host = `127.0.0.1:${port}`

  return {
    address: `http://${user}:${password}@${host}/${bucket}?region=${region}`,
    addressWith: ({ user: u = user, password: p = password, path = bucket }) =>
      `http://${u}:${p}@${host}/${path}?region=${region}`,
    credentials: [key, secret, user!, password!],
    objects,
    asked,
    treat(next: Treat) {
      asked.length = 0
      treat = next
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request
    const { pathname, searchParams } = new URL(url, `http://${host}`)
    const [, first = '', name = ''] = pathname.split('/').map(decodeURIComponent)
    const same = asked.filter((one) => one.method === method && one.name === name)
    const one = { method, name, repeated: same.length }
    asked.push(one)
    const fault = await treat(one)
    if (fault === 'hang up') return void response.destroy()
    if (typeof fault === 'object') {
      if ('page' in fault) return send(response, 200, fault.page)
      return sendError(response, fault.status, fault.code)
    }
    const body = await buffer(request)
    if (fault === 'silent') return
    const wrong = signatureError(request, body)
    if (wrong) return sendError(response, 403, wrong)
    if (first !== bucket) return sendError(response, 404, 'NoSuchBucket')
    if (fault === 'cut off') cutOff(response)
    if (method === 'GET' && name === '') return send(response, 200, list(searchParams))
    if (method === 'DELETE') {
      objects.delete(name)
      return send(response, 204)
    }
    const source = String(headers['x-amz-copy-source'] ?? `/${bucket}/${encodeURIComponent(name)}`)
    const copied = objects.get(decodeURIComponent(source.slice(bucket.length + 2)))
    if ((method === 'GET' || headers['x-amz-copy-source']) && !copied) {
      return sendError(response, 404, 'NoSuchKey')
    }
    if (method === 'GET') return send(response, 200, copied)
    if (fault === 'no copy') return sendError(response, 200, 'InternalError')
    objects.set(name, copied && headers['x-amz-copy-source'] ? copied : body)
    const result = '<CopyObjectResult><ETag>&quot;0&quot;</ETag></CopyObjectResult>'
    response.setHeader('etag', '"0"')
    send(response, 200, headers['x-amz-copy-source'] ? xml(result) : '')
  }

  function list(query: URLSearchParams) {
    if (query.get('list-type') !== '2') return xml('<Error><Code>NotImplemented</Code></Error>')
    const after = query.get('continuation-token')?.replace(/^\+&/, '') ?? ''
    const names = [...objects.keys()].toSorted().filter((name) => name > after)
    const page = names.slice(0, pageSize)
    const contents = page.map(
      (name) =>
        `<Contents><Key>${escape(name)}</Key><Size>${objects.get(name)!.length}</Size></Contents>`,
    )
    const token = `<NextContinuationToken>${escape(`+&${page.at(-1)}`)}</NextContinuationToken>`
    const isTruncated = names.length > pageSize
    return xml(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Prefix/>
        <IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? token : ''}${contents.join('')}
      </ListBucketResult>`,
    )
  }
}

const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('é', '&#xe9;')

function send(response: ServerResponse, status: number, body: Buffer | string = '') {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Like S3's, the error repeats the access key. */
function sendError(response: ServerResponse, status: number, code: string) {
  const body = `<Error><Code>${code}</Code><AWSAccessKeyId>${key}</AWSAccessKeyId></Error>`
  send(response, status, xml(body))
}

/** Breaks the connection in the middle of the next answer. */
function cutOff(response: ServerResponse) {
  const end = response.end.bind(response)
  response.end = ((body: Buffer | string) => {
    const bytes = Buffer.from(body)
    if (bytes.length === 0) return response.destroy()
    return response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }) as typeof end
}

/** The code of the error if a request is not signed as AWS signature version 4 demands. */
function signatureError({ method, url = '', headers }: IncomingMessage, body: Buffer) {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/
  const [, id, day, zone, names = '', signature] = form.exec(headers.authorization ?? '') ?? []
  if (id === undefined) return 'AccessDenied'
  if (id !== key) return 'InvalidAccessKeyId'
  if (zone !== region) return 'AuthorizationHeaderMalformed'
  const signed = names.split(';')
  const amazons = Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
  if (!['host', ...amazons].every((name) => signed.includes(name))) return 'AccessDenied'
  const date = String(headers['x-amz-date'])
  const time = Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - time) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  const hash = headers['x-amz-content-sha256']
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    query.split('&').filter(Boolean).toSorted().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash,
  ]
  const scope = [day, zone, 's3', 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical.join('\n'))].join('\n')
  const signingKey = scope.reduce<Buffer | string>(
    (last, part) => createHmac('sha256', last).update(part!).digest(),
    `AWS4${secret}`,
  )
  const expected = createHmac('sha256', signingKey).update(text).digest('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')

/** Percent-encoding of RFC 3986, which is stricter than that of JavaScript. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
