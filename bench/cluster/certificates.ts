import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc'

/** Makes a certificate authority, `ca.key` and `ca.crt`; returns the path of `ca.crt`. */
export async function makeAuthority(folder: string) {
  const subject = ['-subj', '/CN=Databases of the foundation']
  await openssl(folder, `req -x509 ${newKey} -days 3650 -keyout ca.key -out ca.crt`, subject)
  return join(folder, 'ca.crt')
}

/** Makes the certificate of a local server; returns the paths of key and certificate. */
export async function makeCertificate(folder: string, name: string) {
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  await openssl(
    folder,
    `req ${newKey} -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`,
    names,
  )
  await openssl(
    folder,
    `x509 -req -in ${name}.csr -copy_extensions copy -days 3650 -CA ca.crt -CAkey ca.key -out ${name}.crt`,
  )
  return { key: join(folder, `${name}.key`), certificate: join(folder, `${name}.crt`) }
}

function openssl(cwd: string, args: string, more: string[] = []) {
  return promisify(execFile)('openssl', [...args.split(' '), ...more], { cwd })
}
