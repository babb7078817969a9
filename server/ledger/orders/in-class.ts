type CourseNames = { nameEn: string; nameLo: string };

/**
 * The names of a line of tuition: the course and the code of the class. A course without a Lao name
 * has one name for both.
 */
export const inClass = ({ nameEn, nameLo }: CourseNames, classCode: string): CourseNames => ({
  nameEn: `${nameEn} (${classCode})`,
  nameLo: `${nameLo === '' ? nameEn : nameLo} (${classCode})`,
});
