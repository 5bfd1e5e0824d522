/** The fixed choices and limits of the product. */

export const genders = ['Male', 'Female'] as const

export const yearsOfStudy = ['Year 1', 'Year 2', 'Year 3', 'Year 4', 'Year 5', 'Year 6'] as const

export const certifications = ['Certificate', 'Diploma', 'Degree', 'Others'] as const

/** An `editor` may change content and nothing else. A `user` may only sign in. */
export const roles = ['admin', 'editor', 'user'] as const

export const applicationStatuses = ['pending', 'accepted', 'archived'] as const

/** The status that the applicant sees. `closed` means archived without a decision. */
export const applicantStatuses = [
  'received',
  'accepted',
  'declined',
  'withdrawn',
  'closed',
] as const

/**
 * Stands for the public URL of the site in pages and files. The server replaces it in each answer,
 * because the build does not know the URL.
 */
export const publicUrlPlaceholder = 'https://public-url.invalid'

/** Stands for the notices of the site. The server puts them into each page that it sends. */
export const noticePlaceholder = '<!--site-notices-->'

/** Maximum size of a public page with its styles, in bytes as they travel (Brotli). */
export const publicPageBytes = 14_000

/** The path of submissions, below `/api`. Browsers load it without the rest of the contract. */
export const submissionPath = '/users/industrial-attachments'
/** Path of the call that takes a paper after the application. */
export const paperPath = '/users/applications/paper'

/** Reference ID: `SPH-YYYY-XXXXXXXX`. YYYY is the year; X is a digit of Crockford's base 32. */
export const referenceIdPattern = /^SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}$/

/** The first day on which an attachment may start. */
export const earliestStartDate = '2025-09-01'

/** The 47 counties of Kenya by their official number, 1 (Mombasa) to 47 (Nairobi). */
export const counties = [
  'Mombasa',
  'Kwale',
  'Kilifi',
  'Tana River',
  'Lamu',
  'Taita-Taveta',
  'Garissa',
  'Wajir',
  'Mandera',
  'Marsabit',
  'Isiolo',
  'Meru',
  'Tharaka-Nithi',
  'Embu',
  'Kitui',
  'Machakos',
  'Makueni',
  'Nyandarua',
  'Nyeri',
  'Kirinyaga',
  "Murang'a",
  'Kiambu',
  'Turkana',
  'West Pokot',
  'Samburu',
  'Trans-Nzoia',
  'Uasin Gishu',
  'Elgeyo-Marakwet',
  'Nandi',
  'Baringo',
  'Laikipia',
  'Nakuru',
  'Narok',
  'Kajiado',
  'Kericho',
  'Bomet',
  'Kakamega',
  'Vihiga',
  'Bungoma',
  'Busia',
  'Siaya',
  'Kisumu',
  'Homa Bay',
  'Migori',
  'Kisii',
  'Nyamira',
  'Nairobi',
] as const

/** Bytes of a picture before it is made smaller. MB is 1,000,000 bytes. */
export const largestPicture = 20_000_000

/** Path of the uploads (tus 1.0), below `/api`. */
export const uploadsPath = '/users/documents'
