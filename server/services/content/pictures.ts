import type { Sharp } from 'sharp'

import type { ContentPictureUpload } from '../../../contract/content/calls.ts'
import type { Field, FieldOf } from '../../../contract/content/fields.ts'
import { declarationOf } from '../../../contract/content/items.ts'
import type { Database } from '../../database/tables.ts'
import { decode, loadSharp } from '../documents/pictures.ts'
import { semaphore } from '../semaphore.ts'
import { DomainError, invalidField } from '../domain-error.ts'
import { newRecord, now } from '../ids.ts'

/** A decoded picture takes up to 200 MB. */
const decoding = semaphore(1)

const quality = 72

const unusedRetention = 24 * 60 * 60 * 1000

type Frame = FieldOf<'picture'>

/**
 * Crops a picture to the frame of its field around the chosen point, and stores it in full and in half
 * width. It is written anew, without metadata such as the place where it was taken.
 */
export async function storePicture(db: Database, upload: ContentPictureUpload) {
  const field = fieldFor(upload)
  if (field?.kind !== 'picture') return invalidField('field', 'This field has no picture')
  const { width, height } = field
  const files = await decoding(() => writePicture(upload, field))
  if (files instanceof DomainError) return files
  const [whole, half] = files.map((bytes) => bytes.toString('base64')) as [string, string]
  const row = { ...newRecord(), whole, half }
  await db.insertInto('pictures').values(row).execute()
  return { src: `/pictures/${row._id}.webp`, width, height }
}

/** The field of a picture. In a collection of fixed items, keys of pictures are unique. */
function fieldFor({ collection, field }: ContentPictureUpload) {
  const { fields, fixedItems = {} } = declarationOf(collection)
  const all = [fields, ...Object.values(fixedItems).map((item) => item.fields)]
  return Object.assign({}, ...all)[field] as Field | undefined
}

async function writePicture({ bytes, focus }: ContentPictureUpload, frame: Frame) {
  const files = await decode(Buffer.from(bytes, 'base64'), (picture) =>
    cropPicture(picture, focus, frame),
  )
  if (files === 'too many pixels') {
    return refuse('This picture has too many pixels: use at most 50 megapixels')
  }
  return files === 'damaged'
    ? refuse('This picture cannot be read. It may be damaged. Please choose another one.')
    : files
}

/** The bytes in full and in half width. */
async function cropPicture(original: Sharp, focus: ContentPictureUpload['focus'], frame: Frame) {
  const { width, height } = frame
  const { format, autoOrient: size } = await original.metadata()
  if (!['jpeg', 'png', 'webp'].includes(format)) return refuse('Use a JPEG, PNG or WebP picture')
  const crop = cropTo(frame, size, focus)
  if (crop.width < width / 2) {
    return refuse(`This picture is too small: use at least ${width} × ${height} pixels`)
  }
  const cropped = original.autoOrient().extract(crop).flatten({ background: '#fff' })
  const full = await cropped.resize(width, height).webp({ quality }).toBuffer()
  const sharp = await loadSharp()
  const half = sharp(full).resize(Math.round(width / 2), Math.round(height / 2))
  return [full, await half.webp({ quality }).toBuffer()] as const
}

/** The largest part with the proportions of the frame, with the point as near its middle as possible. */
function cropTo(
  frame: { width: number; height: number },
  size: { width: number; height: number },
  focus: { x: number; y: number },
) {
  const scale = Math.min(size.width / frame.width, size.height / frame.height)
  const width = Math.max(1, Math.round(frame.width * scale))
  const height = Math.max(1, Math.round(frame.height * scale))
  return {
    left: within(focus.x * size.width - width / 2, size.width - width),
    top: within(focus.y * size.height - height / 2, size.height - height),
    width,
    height,
  }
}

const within = (value: number, max: number) => Math.min(Math.max(0, Math.round(value)), max)

const refuse = (message: string) => invalidField('bytes', message)

const addresses = /\/pictures\/([\da-f-]{36})\.webp/g

/** The ids of the uploaded pictures to which texts refer. */
function idsIn(texts: string) {
  return [...new Set(Array.from(texts.matchAll(addresses), ([, id = '']) => id))]
}

/** The address of an uploaded picture to which texts refer and which is neither stored nor given. */
export async function findLostPicture(db: Database, texts: string, given: string[] = []) {
  const ids = idsIn(texts).filter((id) => !given.includes(id))
  if (ids.length === 0) return undefined
  const rows = await db.selectFrom('pictures').select('_id').where('_id', 'in', ids).execute()
  const lost = ids.find((id) => !rows.some(({ _id }) => _id === id))
  return lost && `/pictures/${lost}.webp`
}

/** Deletes pictures that no item and no version shows. New ones may belong to a form still open. */
export async function deleteUnusedPictures(db: Database) {
  const old = await db
    .selectFrom('pictures')
    .select('_id')
    .where('createdAt', '<=', now(-unusedRetention))
    .execute()
  if (old.length === 0) return
  const columns = ['draft', 'published', 'scheduled'] as const
  const items = await db.selectFrom('content').select(columns).execute()
  const versions = db.selectFrom('content_versions').select('draft')
  const others = await versions.where('draft', 'like', '%/pictures/%').execute()
  const used = new Set(idsIn(JSON.stringify([items, others])))
  const unused = old.map(({ _id }) => _id).filter((id) => !used.has(id))
  if (unused.length > 0) await db.deleteFrom('pictures').where('_id', 'in', unused).execute()
}

/** The uploaded pictures to which texts refer, for the file of all content. */
export async function picturesIn(db: Database, texts: string) {
  const ids = idsIn(texts)
  if (ids.length === 0) return []
  return db
    .selectFrom('pictures')
    .select(['_id', 'whole', 'half'])
    .where('_id', 'in', ids)
    .orderBy('_id')
    .execute()
}

/** The bytes of a file like `_id.webp` or `_id-half.webp`; undefined if there is none. */
export async function readPicture(db: Database, name: string) {
  const [, _id, half] =
    /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(-half)?\.webp$/.exec(name) ?? []
  if (_id === undefined) return undefined
  const size = half === undefined ? 'whole' : 'half'
  const row = await db
    .selectFrom('pictures')
    .select(`${size} as bytes`)
    .where('_id', '=', _id)
    .executeTakeFirst()
  return row && Buffer.from(row.bytes, 'base64')
}
