// For files that fetch nothing: the maker of films comes with the page.

import { carry } from '../takeaway-film.js';
import { film } from './film.js';

carry({ film });
