import type { UploadPurpose } from '../intake/paper-kinds.ts'
import { type QuestionName, questionNames, questions } from './questions.ts'

// Properties of the questions that only staff see. This file is separate, so that phones of
// applicants do not download it.

/** The groups of answers in the panel of an application, from top to bottom: first what decides. */
export const answerGroups = [
  'Documents and links',
  'Statements',
  'Personal',
  'Academic',
  'Availability',
  'Agreements',
] as const

export type AnswerGroup = (typeof answerGroups)[number]

/** What documents are for, as staff read it. */
export const purposeLabels: Record<UploadPurpose, string> = {
  cv: 'CV',
  cover_letter: 'Cover letter',
  introduction_letter: 'Introduction letter',
  insurance: 'Insurance cover',
  identity: 'ID or passport',
  own_1: 'Another paper',
  own_2: 'Another paper',
  own_3: 'Another paper',
  question: 'Answer to a question',
}

/** The tabs of the dialog that edits an application, each with its groups of questions. */
export const dialogTabs = [
  { id: 'personal', name: 'Personal Info', groups: ['Personal'] },
  { id: 'academic', name: 'Academic Info', groups: ['Academic'] },
  { id: 'documents', name: 'Documents & Links', groups: ['Documents and links'] },
  { id: 'statements', name: 'Statements', groups: ['Statements'] },
  { id: 'settings', name: 'Settings', groups: ['Availability', 'Agreements'] },
] as const satisfies { id: string; name: string; groups: readonly AnswerGroup[] }[]

interface StaffQuestion {
  /** The heading of the column in the CSV export. */
  heading: string
  group: AnswerGroup
  /** Replaces the label of the public form, which addresses applicants. */
  label?: string
}

/** Every question as staff see it, in the order of the columns of the CSV export. */
export const staffQuestions = {
  first_name: { heading: 'First Name', group: 'Personal' },
  middle_name: { heading: 'Middle Name', group: 'Personal' },
  last_name: { heading: 'Last Name', group: 'Personal' },
  email: { heading: 'Email', group: 'Personal' },
  phone_number: { heading: 'Phone Number', group: 'Personal' },
  gender: { heading: 'Gender', group: 'Personal' },
  date_of_birth: { heading: 'Date of Birth', group: 'Personal' },
  residential_location: {
    heading: 'Residential Location',
    group: 'Personal',
    label: 'Residential location',
  },
  institution: { heading: 'Institution', group: 'Academic' },
  course: { heading: 'Course', group: 'Academic' },
  department: { heading: 'Department', group: 'Academic', label: 'Department' },
  year_of_study: { heading: 'Year of Study', group: 'Academic' },
  expected_graduation_date: { heading: 'Expected Graduation Date', group: 'Academic' },
  available_start_date: { heading: 'Available Start Date', group: 'Availability' },
  can_attend_onsite: {
    heading: 'Can Attend Onsite',
    group: 'Availability',
    label: 'Can attend on site',
  },
  about_yourself: { heading: 'About Yourself', group: 'Statements' },
  community_engagement_statement: {
    heading: 'Community Engagement Statement',
    group: 'Statements',
  },
  understanding_of_swahilipot: {
    heading: 'Understanding of SwahiliPot',
    group: 'Statements',
    label: 'Understanding of the foundation',
  },
  linkedin_url: { heading: 'LinkedIn', group: 'Documents and links' },
  github_url: { heading: 'GitHub', group: 'Documents and links' },
  resume_url: { heading: 'Resume', group: 'Documents and links', label: 'Resume URL' },
  cover_letter_url: {
    heading: 'Cover Letter',
    group: 'Documents and links',
    label: 'Cover letter URL',
  },
  agree_terms: {
    heading: 'Agreed to Terms',
    group: 'Agreements',
    label: 'Agrees to the terms',
  },
  agree_communications: {
    heading: 'Agreed to Communications',
    group: 'Agreements',
    label: 'Agrees to communications: news and opportunities',
  },
} as const satisfies Record<QuestionName, StaffQuestion>

export const staffOrder = Object.keys(staffQuestions) as QuestionName[]

/** The questions of the given groups, in the order of the form. */
export function questionsIn(...groups: AnswerGroup[]) {
  return questionNames.filter((name) => groups.includes(staffQuestions[name].group))
}

/** The label of each question for staff, in the order of the form. */
export const staffLabels = Object.fromEntries(
  questionNames.map((name) => {
    const { label }: StaffQuestion = staffQuestions[name]
    return [name, label ?? questions[name].label]
  }),
) as Record<QuestionName, string>
