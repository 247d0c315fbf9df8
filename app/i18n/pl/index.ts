import common from "./page/common";
import errors from "./page/errors";
import history from "./page/history";
import home from "./page/home";
import imports from "./page/import";
import jobs from "./page/jobs";
import keyboard from "./page/keyboard";
import * as rarePages from "./page/rare-pages";
import sellers from "./page/sellers";
import * as answers from "./server/answers";
import forms from "./server/forms";
import upload from "./server/upload";

/** Browsers may load these texts. */
const page = { ...rarePages, common, errors, history, home, import: imports, jobs, keyboard, sellers };
/** Only the server uses these; browsers get the finished text. */
const server = { ...answers, forms, upload };

export default { page, server };
