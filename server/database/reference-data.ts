import { certifications, type counties } from '../../contract/constants.ts'

type County = (typeof counties)[number]
type Certification = (typeof certifications)[number]

interface Institution {
  name: string
  county: County
  courses: { name: string; certification: Certification }[]
}

/** The foundation's departments, as its department and attachment pages name them. */
export const departments: {
  name: string
  code: string
  headOfDepartment: string | null
  description: string | null
}[] = [
  {
    name: 'Communication',
    code: 'COM',
    headOfDepartment: null,
    description:
      'Tells the foundation’s story: media relations, journalism, social media and public events.',
  },
  {
    name: 'Tech & Engineering',
    code: 'TEC',
    headOfDepartment: null,
    description:
      'Builds and repairs: software, networks, data, electronics, making and renewable energy.',
  },
  {
    name: 'Creatives',
    code: 'CRE',
    headOfDepartment: null,
    description: 'Film, photography, music, theatre, graphic design, animation and fashion.',
  },
  {
    name: 'Community & Entrepreneurship',
    code: 'CEE',
    headOfDepartment: null,
    description:
      'Works with young people in their neighbourhoods: mentoring, case management, outreach, ' +
      'business skills and support for new enterprises.',
  },
]

/**
 * Recognised Kenyan universities, polytechnics and colleges with the county of their main campus
 * and the courses that suit the departments; the coast first. To add a college, add an entry:
 * degrees and others are written in full, 'Diploma in' and 'Certificate in' are put before theirs.
 */
export const institutions: Institution[] = [
  // The coast
  institution('Technical University of Mombasa', 'Mombasa', {
    Degree: [
      'Bachelor of Science in Information Technology',
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Electrical and Electronic Engineering',
      'Bachelor of Journalism and Mass Communication',
      'Bachelor of Arts in Development Studies',
    ],
    Diploma: ['Information Communication Technology', 'Electrical Power Engineering'],
    Certificate: ['Information Communication Technology'],
    Others: ['Higher Diploma in Electrical Engineering'],
  }),
  institution('Pwani University', 'Kilifi', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Telecommunication and Information Technology',
      'Bachelor of Environmental Studies in Community Development',
      'Bachelor of Science in Hospitality and Tourism Management',
      'Bachelor of Commerce',
      'Bachelor of Arts in Sociology',
    ],
    Diploma: ['Information Technology', 'Business Management'],
  }),
  institution('Taita Taveta University', 'Taita-Taveta', {
    Degree: [
      'Bachelor of Science in Information Technology',
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Mechanical Engineering',
      'Bachelor of Business Information Technology',
      'Bachelor of Sustainable Community Development',
    ],
    Diploma: ['Information Technology', 'Business Administration'],
    Certificate: ['Information Technology'],
  }),
  institution('Kenya Coast National Polytechnic', 'Mombasa', {
    Diploma: [
      'Information Communication Technology',
      'Electrical and Electronic Engineering',
      'Social Work and Community Development',
      'Tourism Management',
      'Fashion Design and Garment Making Technology',
    ],
    Certificate: ['Electrical Installation', 'Food and Beverage Production'],
    Others: ['Artisan Certificate in Welding and Fabrication'],
  }),
  institution('Taita Taveta National Polytechnic', 'Taita-Taveta', {
    Diploma: [
      'Information Communication Technology',
      'Mechatronics Engineering',
      'Electrical and Electronic Engineering',
      'Social Work and Community Development',
    ],
    Certificate: ['Information Communication Technology', 'Catering and Accommodation'],
    Others: ['Artisan Certificate in Electrical Installation'],
  }),
  institution('Bandari Maritime Academy', 'Mombasa', {
    Diploma: ['Marine Engineering', 'Nautical Science', 'Maritime Transport and Logistics'],
    Certificate: ['Maritime Transport and Logistics', 'Electrical Installation'],
    Others: ['Certificate of Proficiency in Basic Safety Training'],
  }),
  institution('Ahmed Shahame Mwidani Technical Training Institute', 'Mombasa', {
    Diploma: ['Information Communication Technology', 'Electrical and Electronic Engineering'],
    Certificate: ['Information Communication Technology', 'Electrical Installation'],
    Others: ['Artisan Certificate in Food and Beverage Production'],
  }),
  institution('Godoma Technical Training Institute', 'Kilifi', {
    Diploma: ['Information Communication Technology', 'Social Work and Community Development'],
    Certificate: ['Information Communication Technology', 'Electrical Installation'],
    Others: ['Artisan Certificate in Fashion Design and Garment Making'],
  }),
  institution('Kaloleni Technical and Vocational College', 'Kilifi', {
    Diploma: ['Information Communication Technology'],
    Certificate: ['Information Communication Technology', 'Electrical Installation'],
    Others: [
      'Artisan Certificate in Welding and Fabrication',
      'Artisan Certificate in Hairdressing and Beauty Therapy',
    ],
  }),
  institution('Kinango Technical and Vocational College', 'Kwale', {
    Diploma: ['Information Communication Technology', 'Social Work and Community Development'],
    Certificate: ['Information Communication Technology', 'Electrical Installation'],
    Others: ['Artisan Certificate in Electrical Installation'],
  }),
  institution('Lamu Polytechnic', 'Lamu', {
    Certificate: ['Information Communication Technology', 'Food and Beverage Production'],
    Others: [
      'Artisan Certificate in Electrical Installation',
      'Artisan Certificate in Motor Vehicle Mechanics',
      'Artisan Certificate in Vessel Repair',
    ],
  }),

  // Public universities
  institution('University of Nairobi', 'Nairobi', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Electrical and Electronic Engineering',
      'Bachelor of Science in Data Science',
      'Bachelor of Journalism and Mass Communication',
      'Bachelor of Arts in Design',
      'Bachelor of Arts in Gender and Development Studies',
      'Bachelor of Commerce',
    ],
  }),
  institution('Kenyatta University', 'Nairobi', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Information Technology',
      'Bachelor of Communication and Media Studies',
      'Bachelor of Arts in Theatre Arts and Film Technology',
      'Bachelor of Science in Fashion Design and Marketing',
      'Bachelor of Environmental Studies and Community Development',
      'Bachelor of Science in Hospitality and Tourism Management',
    ],
    Diploma: ['Information Technology', 'Film Production'],
  }),
  institution('Jomo Kenyatta University of Agriculture and Technology', 'Kiambu', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Information Technology',
      'Bachelor of Science in Mechatronic Engineering',
      'Bachelor of Science in Electronic and Computer Engineering',
      'Bachelor of Mass Communication',
      'Bachelor of Entrepreneurship',
      'Bachelor of Science in Community Development and Environment',
    ],
    Diploma: ['Information Technology', 'Mass Communication'],
  }),
  institution('Technical University of Kenya', 'Nairobi', {
    Degree: [
      'Bachelor of Technology in Information Technology',
      'Bachelor of Technology in Communication and Computer Networks',
      'Bachelor of Engineering in Electrical and Electronic Engineering',
      'Bachelor of Technology in Journalism and Mass Communication',
      'Bachelor of Technology in Design',
    ],
    Diploma: ['Information Technology', 'Journalism and Mass Communication'],
    Certificate: ['Information Technology'],
  }),
  institution('Multimedia University of Kenya', 'Nairobi', {
    Degree: [
      'Bachelor of Science in Software Engineering',
      'Bachelor of Science in Electrical and Telecommunication Engineering',
      'Bachelor of Film Production and Animation',
      'Bachelor of Animation and Graphics Design',
      'Bachelor of Journalism',
    ],
    Diploma: ['Information Technology', 'Mass Communication', 'Film and Animation'],
  }),
  institution('Co-operative University of Kenya', 'Nairobi', {
    Degree: [
      'Bachelor of Science in Software Engineering',
      'Bachelor of Science in Network Engineering and Cyber Security',
      'Bachelor of Co-operatives and Community Development',
      'Bachelor of Science in Entrepreneurship',
      'Bachelor of Arts in Public Relations and Advertising',
    ],
    Diploma: ['Information Technology', 'Co-operative Management'],
    Certificate: ['Co-operative Management'],
  }),
  institution('Moi University', 'Uasin Gishu', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Informatics',
      'Bachelor of Engineering in Electrical and Electronics Engineering',
      'Bachelor of Science in Communication and Journalism',
      'Bachelor of Arts in Community Development',
      'Bachelor of Arts in Social Work',
      'Bachelor of Science in Entrepreneurship Studies',
    ],
  }),
  institution('University of Eldoret', 'Uasin Gishu', {
    Degree: [
      'Bachelor of Science in Information Technology',
      'Bachelor of Engineering in Mechanical and Production Engineering',
      'Bachelor of Arts in Communication and Media Studies',
      'Bachelor of Arts in Social Work',
      'Bachelor of Science in Apparel and Fashion Technology',
      'Bachelor of Science in Entrepreneurship',
    ],
  }),
  institution('Maseno University', 'Kisumu', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Information Technology',
      'Bachelor of Arts in Communication and Media Technology with IT',
      'Bachelor of Arts in Drama and Theatre Studies with IT',
      'Bachelor of Arts in Textile, Fashion Design and Merchandising with IT',
      'Bachelor of Arts in Development Studies with IT',
      'Bachelor of Business Entrepreneurship with IT',
    ],
    Diploma: ['Information Technology'],
  }),
  institution('Egerton University', 'Nakuru', {
    Degree: [
      'Bachelor of Science in Applied Computer Science',
      'Bachelor of Science in Electrical and Electronics Engineering',
      'Bachelor of Arts in Communication and Media',
      'Bachelor of Science in Community Development',
      'Bachelor of Entrepreneurship and Small Business Management',
    ],
    Diploma: ['Computer Science', 'Community Development'],
  }),
  institution('Masinde Muliro University of Science and Technology', 'Kakamega', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Information Technology',
      'Bachelor of Science in Electrical and Communication Engineering',
      'Bachelor of Journalism and Mass Communication',
      'Bachelor of Social Work',
    ],
    Diploma: ['Information Technology', 'Social Work'],
  }),
  institution('Dedan Kimathi University of Technology', 'Nyeri', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Information Technology',
      'Bachelor of Science in Mechatronic Engineering',
      'Bachelor of Science in Telecommunication and Information Engineering',
      'Bachelor of Business Information Technology',
      'Bachelor of Sustainable Tourism and Hospitality Management',
    ],
  }),
  institution('Chuka University', 'Tharaka-Nithi', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Arts in Journalism and Mass Communication',
      'Bachelor of Science in Community Development',
      'Bachelor of Entrepreneurship and Enterprise Management',
      'Bachelor of Tourism Management',
    ],
    Diploma: ['Computer Science'],
  }),
  institution('Meru University of Science and Technology', 'Meru', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Information Technology',
      'Bachelor of Science in Data Science',
      'Bachelor of Technology in Electrical and Electronic Engineering',
      'Bachelor of Communication and Journalism',
    ],
    Diploma: ['Information Technology'],
    Certificate: ['Information Technology'],
  }),
  institution('Machakos University', 'Machakos', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Cloud Computing and Information Security',
      'Bachelor of Science in Electrical and Electronics Engineering',
      'Bachelor of Science in Fashion Design and Marketing',
      'Bachelor of Environmental Studies in Community Development',
    ],
    Diploma: ['Information Technology', 'Electrical and Electronic Engineering'],
  }),
  institution('Kisii University', 'Kisii', {
    Degree: [
      'Bachelor of Science in Software Engineering',
      'Bachelor of Arts in Communication and Media',
      'Bachelor of Arts in Community Development',
      'Bachelor of Arts in Music',
      'Bachelor of Entrepreneurship and Management',
    ],
    Diploma: ['Information Technology', 'Community Development'],
  }),

  // Private universities and colleges
  institution('Strathmore University', 'Nairobi', {
    Degree: [
      'Bachelor of Business Information Technology',
      'Bachelor of Science in Informatics and Computer Science',
      'Bachelor of Science in Electrical and Electronics Engineering',
      'Bachelor of Arts in Communication',
      'Bachelor of Science in Hospitality and Tourism Management',
    ],
    Diploma: ['Business Information Technology'],
    Others: ['Certified Public Accountant (CPA)'],
  }),
  institution('United States International University - Africa', 'Nairobi', {
    Degree: [
      'Bachelor of Science in Information Systems and Technology',
      'Bachelor of Science in Applied Computer Technology',
      'Bachelor of Arts in Journalism',
      'Bachelor of Arts in Film Production and Directing',
      'Bachelor of Arts in Animation',
      'Bachelor of Science in Tourism Management',
    ],
  }),
  institution('Mount Kenya University', 'Kiambu', {
    Degree: [
      'Bachelor of Science in Information Technology',
      'Bachelor of Arts in Mass Media and Communication',
      'Bachelor of Film and Animation Studies',
      'Bachelor of Social Work and Administration',
    ],
    Diploma: [
      'Information Technology',
      'Journalism and Mass Communication',
      'Social Work and Community Development',
    ],
    Certificate: ['Information Technology'],
  }),
  institution('Daystar University', 'Machakos', {
    Degree: [
      'Bachelor of Science in Applied Computer Science',
      'Bachelor of Arts in Communication',
      'Bachelor of Arts in Public Relations',
      'Bachelor of Arts in Community Development',
      'Bachelor of Arts in Social Work',
      'Bachelor of Arts in Music',
    ],
    Diploma: ['Communication'],
  }),
  institution('KCA University', 'Nairobi', {
    Degree: [
      'Bachelor of Science in Software Development',
      'Bachelor of Science in Gaming and Animation Technology',
      'Bachelor of Arts in Journalism and Digital Media',
      'Bachelor of Arts in Performing Arts and Film Technology',
    ],
    Diploma: ['Information Technology'],
    Others: ['Certified Public Accountant (CPA)', 'Certified Information Systems Solutions Expert'],
  }),
  institution('Zetech University', 'Kiambu', {
    Degree: [
      'Bachelor of Science in Software Engineering',
      'Bachelor of Science in Media and Digital Communication',
      'Bachelor of Business Administration and Management',
    ],
    Diploma: [
      'Information Communication Technology',
      'Journalism',
      'Electrical and Electronic Engineering',
    ],
    Certificate: ['Information Communication Technology'],
  }),
  institution('Kabarak University', 'Nakuru', {
    Degree: [
      'Bachelor of Science in Computer Science',
      'Bachelor of Science in Telecommunication',
      'Bachelor of Mass Communication',
      'Bachelor of Music Production Technology',
      'Bachelor of Commerce',
    ],
    Diploma: ['Information Technology'],
  }),
  institution('Kenya Methodist University', 'Meru', {
    Degree: [
      'Bachelor of Science in Computer Information Systems',
      'Bachelor of Business Information Technology',
      'Bachelor of Science in Communication and Journalism',
      'Bachelor of Science in Travel and Tourism Management',
    ],
    Diploma: ['Business Information Technology'],
  }),
  institution('Africa Digital Media Institute', 'Nairobi', {
    Diploma: [
      'Film and Television Production',
      'Graphic Design',
      'Animation and Motion Graphics',
      'Music Production',
    ],
    Certificate: ['Photography', 'Digital Marketing'],
  }),
  institution('Kenya Institute of Social Work and Community Development', 'Nairobi', {
    Diploma: [
      'Social Work and Community Development',
      'Counselling Psychology',
      'Project Management',
    ],
    Certificate: ['Social Work and Community Development', 'Community Health and Development'],
  }),

  // National polytechnics and public colleges
  institution('Eldoret National Polytechnic', 'Uasin Gishu', {
    Diploma: [
      'Information Communication Technology',
      'Electrical and Electronic Engineering',
      'Mass Media and Communication',
      'Social Work and Community Development',
    ],
    Certificate: ['Information Communication Technology', 'Electrical Installation'],
    Others: ['Higher National Diploma in Electrical Engineering'],
  }),
  institution('Kisumu National Polytechnic', 'Kisumu', {
    Diploma: [
      'Information Communication Technology',
      'Electrical and Electronic Engineering',
      'Journalism and Mass Communication',
      'Tourism Management',
    ],
    Certificate: ['Electrical Installation', 'Social Work and Community Development'],
    Others: ['Higher National Diploma in Entrepreneurship Development'],
  }),
  institution('Nyeri National Polytechnic', 'Nyeri', {
    Diploma: [
      'Information Communication Technology',
      'Electrical and Electronic Engineering',
      'Fashion Design and Garment Making Technology',
    ],
    Certificate: ['Information Communication Technology', 'Business Management'],
    Others: ['Artisan Certificate in Electrical Installation'],
  }),
  institution('Kabete National Polytechnic', 'Nairobi', {
    Diploma: [
      'Information Communication Technology',
      'Electrical and Electronic Engineering',
      'Automotive Engineering',
      'Business Management',
    ],
    Certificate: ['Information Communication Technology', 'Electrical Installation'],
    Others: ['Artisan Certificate in Welding and Fabrication'],
  }),
  institution('Kenya Institute of Mass Communication', 'Nairobi', {
    Diploma: [
      'Mass Communication',
      'Journalism',
      'Film and Television Production',
      'Public Relations',
      'Animation',
      'Broadcast Engineering',
    ],
    Certificate: ['Mass Communication', 'Film and Television Production'],
  }),
  institution('Kenya Utalii College', 'Nairobi', {
    Diploma: ['Hotel Management', 'Tourism Management'],
    Certificate: ['Food Production', 'Front Office Operations', 'Tour Guiding and Administration'],
  }),
  institution('Kenya Medical Training College', 'Nairobi', {
    Diploma: [
      'Health Records and Information Technology',
      'Medical Engineering',
      'Health Promotion',
    ],
    Certificate: ['Health Records and Information Technology', 'Community Health Assistance'],
    Others: ['Higher Diploma in Health Systems Management'],
  }),
]

function institution(
  name: string,
  county: County,
  courses: Partial<Record<Certification, string[]>>,
): Institution {
  return {
    name,
    county,
    courses: certifications.flatMap((certification) =>
      (courses[certification] ?? []).map((course) => ({
        name: courseName(course, certification),
        certification,
      })),
    ),
  }
}

function courseName(course: string, certification: Certification) {
  const named = certification === 'Diploma' || certification === 'Certificate'
  return named ? `${certification} in ${course}` : course
}
