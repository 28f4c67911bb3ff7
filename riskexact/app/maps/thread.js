// The thread that makes the plans of the page.

import { planFor } from "../core/plan.js";
import { reviewOf } from "../core/review.js";
import { serve } from "../shared/worker.js";
import { chancesOf } from "./way.js";

serve({ plan: planFor, way: chancesOf, review: reviewOf });
