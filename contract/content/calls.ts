import * as z from 'zod/mini'
import { editorCall, listQuery } from '../endpoint.ts'
import { id, moment, nameRef, timestamp } from '../fields.ts'
import { collectionNames } from './collections.ts'
import { exportedTemplates, importedTemplates } from '../message/template-file.ts'

/** Fields whose names and types depend on the collection. `draftSchema` checks them. */
const fields = z.record(z.string(), z.unknown(), 'Send the fields of the item')

const slug = z
  .string('Required')
  .check(
    z.trim(),
    z.minLength(1, 'Required'),
    z.maxLength(80, 'Use at most 80 characters'),
    z.regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'Use small letters a to z, digits, and hyphens between them, like coast-tech-day',
    ),
  )

/** Maximum size of an uploaded picture in bytes. */
export const largestPicture = 20_000_000

/** An item as staff see it. */
export const contentItem = z.object({
  _id: id,
  collection: z.enum(collectionNames),
  /** The last part of the item's address. It never changes. */
  slug: z.string(),
  /** The name by which staff recognise the item. */
  name: z.string(),
  /** The place in its collection, from 1. */
  position: z.number(),
  draft: fields,
  /** What visitors see now, unless `hideAt` has passed; null if nothing. */
  published: z.nullable(fields),
  /** What visitors will see from `publishAt` on; null if nothing is waiting for its time. */
  scheduled: z.nullable(fields),
  publishedAt: z.nullable(timestamp),
  publishAt: z.nullable(timestamp),
  hideAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Null for items that came with the product and have not been changed. */
  updatedBy: nameRef,
  /** What keeps the draft from being published. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
})

const contentVersion = z.object({
  version: z.number(),
  updatedAt: timestamp,
  updatedBy: nameRef,
  /** Whether this version has been published. */
  published: z.boolean(),
  /** The names of the fields that differ from the version before. */
  fields: z.array(z.string()),
  draft: fields,
})

export const contentQuery = listQuery(['position', 'name', 'updatedAt'])

const collectionParam = { collection: z.enum(collectionNames, 'There is no such collection') }
const collectionParams = z.object(collectionParam)
const itemParams = z.object({ ...collectionParam, _id: id })

/** The `updatedAt` that the user has read. If it is not the stored one, the answer is 409. */
const expected = {
  updatedAt: z.optional(z.iso.datetime('Use the time that the record had when you read it')),
}

const place = wholeNumberUpTo(100_000)

const contentCreation = z.object({ slug, draft: fields })
/** `position` moves the item to another place in its collection, at once. */
const contentChange = z.object({ draft: fields, position: z.optional(place), ...expected })
const contentPublication = z.nullish(
  z.object({ publishAt: z.nullish(moment), hideAt: z.nullish(moment), ...expected }),
)
/** Without `hideAt`, the item is hidden at once. With it, it stays public until then. */
const contentHiding = z.nullish(z.object({ hideAt: z.nullish(moment), ...expected }))
const contentRestoration = z.object({ version: wholeNumberUpTo(1_000_000_000), ...expected })

const fraction = z
  .number('Use a number from 0 to 1')
  .check(z.minimum(0, 'Use a number from 0 to 1'), z.maximum(1, 'Use a number from 0 to 1'))

/** A picture as staff chose it. The field's declaration has the frame to which it is cropped. */
const contentPictureUpload = z.object({
  collection: z.enum(collectionNames, 'There is no such collection'),
  field: z.string('Name the field of the picture'),
  /** The bytes of a JPEG, PNG or WebP file, in base64. */
  bytes: z
    .string('Choose a picture')
    .check(
      z.maxLength(base64Length(largestPicture), 'Use a picture of up to 20 MB'),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Choose a picture'),
    ),
  /** The point that stays in view, as fractions of width and height from the top left. */
  focus: z.object({ x: fraction, y: fraction }, 'Name the point that stays in view'),
})

/** The stored picture, without its alternative text. */
const storedPicture = z.object({
  src: z.string(),
  width: z.number(),
  height: z.number(),
})

const notContent = 'This is not a file of content'

/** An item in a file of content. `time` describes its times. */
const exportedItem = <Time extends z.ZodMiniType>(time: Time) =>
  z.object(
    {
      collection: z.enum(collectionNames, 'There is no such collection'),
      slug,
      draft: fields,
      published: z.nullable(fields),
      scheduled: z.nullable(fields),
      publishAt: z.nullable(time),
      hideAt: z.nullable(time),
    },
    notContent,
  )

/** An uploaded picture in a file of content: WebP in two widths, in base64. */
const exportedPicture = z.object({ _id: id, whole: z.string(), half: z.string() })

const contentFile = z.object({
  format: z.literal(1),
  items: z.array(exportedItem(timestamp)),
  pictures: z.array(exportedPicture),
  /** Left out for a user who may not edit them. */
  messageTexts: z.optional(exportedTemplates),
})

/** WebP begins with the bytes RIFF. */
const webp = z
  .string(notContent)
  .check(
    z.maxLength(2_000_000, 'A picture is too large'),
    z.regex(/^UklGR[A-Za-z0-9+/]+={0,2}$/, 'A picture is damaged'),
  )
const importedPicture = z.object({ _id: id, whole: webp, half: webp }, notContent)

const contentImport = z.object({
  format: z.literal(1, 'This file is of another version of the product'),
  items: z
    .array(exportedItem(moment), notContent)
    .check(z.minLength(1, 'The file has no content'), z.maxLength(5000, 'The file is too long')),
  pictures: z.optional(
    z.array(importedPicture, notContent).check(z.maxLength(1000, 'The file has too many pictures')),
  ),
  messageTexts: z.optional(importedTemplates),
})

const contentImported = z.object({
  message: z.string(),
  counts: z.object({
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    /** Items that are not in the file. They became drafts. */
    hidden: z.number(),
  }),
  /** Null if the file has no message texts, or the user may not edit them. */
  messageTexts: z.nullable(
    z.object({
      changed: z.number(),
      /** Texts of intakes that do not exist here. */
      left: z.number(),
    }),
  ),
})

/** What staff should know of the published items. */
const contentCounts = z.object({
  /** Items that are shown as before although their last day is past, by collection. */
  kept: z.partialRecord(z.enum(collectionNames), z.number()),
  /** Whether the donation page names no Paybill and no till number. */
  isGivingEmpty: z.boolean(),
})

const collectionPath = '/admin/content/:collection'
const itemPath = `${collectionPath}/:_id` as const
const item = { params: itemParams, response: contentItem }

export const contentCalls = {
  export: editorCall.get(
    '/admin/content/export',
    'Export all content, for administrators with the message texts',
    { response: contentFile },
  ),
  import: editorCall.post(
    '/admin/content/import',
    'Import all content, all or none; items that are not in the file become drafts',
    { body: contentImport, response: contentImported, longestBody: 40_000_000 },
  ),
  counts: editorCall.get('/admin/content/counts', 'Count the items that are kept past their date', {
    response: contentCounts,
  }),
  preview: editorCall.post(
    '/admin/content/preview',
    'Allow this browser to show drafts for ten minutes, at addresses with draft=1',
  ),
  uploadPicture: editorCall.post(
    '/admin/content/pictures',
    'Store a picture, cropped to the frame of its field',
    {
      status: 201,
      body: contentPictureUpload,
      response: storedPicture,
      longestBody: base64Length(largestPicture) + 1000,
    },
  ),
  list: editorCall.get(collectionPath, 'List the items of a collection', {
    params: collectionParams,
    query: contentQuery,
    response: z.array(contentItem),
  }),
  create: editorCall.post(collectionPath, 'Create a draft', {
    status: 201,
    params: collectionParams,
    body: contentCreation,
    response: contentItem,
  }),
  get: editorCall.get(itemPath, 'Read an item', item),
  update: editorCall.put(itemPath, 'Replace the draft of an item', {
    ...item,
    body: contentChange,
  }),
  remove: editorCall.delete(itemPath, 'Delete an item with its versions', { params: itemParams }),
  publish: editorCall.post(`${itemPath}/publish`, 'Publish the draft, now or at a time', {
    ...item,
    body: contentPublication,
  }),
  hide: editorCall.post(`${itemPath}/hide`, 'Hide an item, now or at a time; its draft stays', {
    ...item,
    body: contentHiding,
  }),
  restore: editorCall.post(`${itemPath}/restore`, 'Make an older version the draft', {
    ...item,
    body: contentRestoration,
  }),
  versions: editorCall.get(`${itemPath}/versions`, 'List the last 50 versions, newest first', {
    params: itemParams,
    response: z.array(contentVersion),
  }),
}

function base64Length(bytes: number) {
  return 4 * Math.ceil(bytes / 3)
}

function wholeNumberUpTo(max: number) {
  const error = () => `Use a whole number from 1 to ${max.toLocaleString('en')}`
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error }))
}

export type AnyContentItem = z.infer<typeof contentItem>
export type ContentVersion = z.infer<typeof contentVersion>
export type ContentCreation = z.output<typeof contentCreation>
export type ContentChange = z.output<typeof contentChange>
export type ContentPublication = z.output<typeof contentPublication>
export type ContentRestoration = z.output<typeof contentRestoration>
export type ContentHiding = z.output<typeof contentHiding>
export type ContentPictureUpload = z.output<typeof contentPictureUpload>
export type ContentFile = z.infer<typeof contentFile>
export type ContentImport = z.output<typeof contentImport>
export type ContentImported = z.infer<typeof contentImported>
