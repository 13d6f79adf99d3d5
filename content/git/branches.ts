/** The name of the branch of what is being written, unless another one is set (CONTENT_WORK_BRANCH). */
export const WORK_BRANCH = 'travail';
